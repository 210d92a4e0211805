// The same question as a command. Pure.
import { DEFAULT_OPTIONS, type Options } from '../state';

/** A word of a POSIX shell. */
export function quoted(word: string): string {
  return /^[\w./:=@,+-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}

/** A file name that the text could have. */
export function fileName(name: string): string {
  const stem = name.replace(/\.py$/, '').replace(/[^\w.-]+/g, '_').replace(/^[_.-]+|_+$/g, '');
  return `${stem || 'fusion'}.py`;
}

function optionWords(options: Options): string[] {
  const words: string[] = [];
  const single = (option: string, value: string, standard: string) => {
    if (value !== standard) words.push(option, quoted(value));
  };
  single('--rules', options.rules, DEFAULT_OPTIONS.rules);
  single('--gpu', options.gpu, DEFAULT_OPTIONS.gpu);
  single('--order', options.order, DEFAULT_OPTIONS.order);
  single('--passes', options.passes, DEFAULT_OPTIONS.passes);
  for (const value of options.cut) words.push('--cut', quoted(value));
  for (const value of options.keep) words.push('--keep', quoted(value));
  for (const value of options.input) words.push('--input', quoted(value));
  return words;
}

export function commandLine(command: string, name: string, options: Options, more: readonly string[] = []): string {
  return ['cleave', command, ...more, ...optionWords(options), quoted(fileName(name))].join(' ');
}
