// The small parts that every pane is made of: a segment's badge, buttons, a switch of two or three words, the sign of a
// cut. They hold no state and read none.
import type { ComponentChildren } from 'preact';
import { letter } from '../format';
import { Icon, type IconName } from './icons';

/** The hue of a segment, as a class: `--seg` and `--soft` inside it. */
export function hue(segment: number): string {
  return `seg-${String.fromCharCode(97 + (segment % 12))}`;
}

export function Badge({ segment, small }: { segment: number; small?: boolean }) {
  return <span class={`badge ${small ? 'small' : ''} ${hue(segment)}`}>{letter(segment)}</span>;
}

/** A ┊ B */
export function CutSign({ from, to, small }: { from: number; to: number; small?: boolean }) {
  return (
    <span class="cut-sign">
      <Badge segment={from} small={small} />
      <span class="cut-bar" aria-hidden="true" />
      <span class="visually-hidden"> cut from </span>
      <Badge segment={to} small={small} />
    </span>
  );
}

interface ButtonProps {
  icon?: IconName;
  children?: ComponentChildren;
  onClick(): void;
  primary?: boolean;
  small?: boolean;
  pressed?: boolean;
  disabled?: boolean;
  title?: string;
  class?: string;
  expanded?: boolean;
}

export function Button(props: ButtonProps) {
  const classes = ['button', props.primary && 'primary', props.small && 'small', props.class];
  return (
    <button type="button" class={classes.filter(Boolean).join(' ')} onClick={props.onClick} title={props.title}
      aria-pressed={props.pressed} aria-expanded={props.expanded} disabled={props.disabled}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </button>
  );
}

/** A button without words: `label` is what it is called, with its key in the tooltip. */
export function IconButton(props: {
  icon: IconName; label: string; onClick(): void; keys?: string; disabled?: boolean; pressed?: boolean;
}) {
  return (
    <button type="button" class="icon-button" onClick={props.onClick} disabled={props.disabled}
      aria-label={props.label} aria-pressed={props.pressed}
      title={props.keys ? `${props.label} (${props.keys})` : props.label}>
      <Icon name={props.icon} />
    </button>
  );
}

/** One of a few, as radio buttons side by side. */
export function Switch<T extends string>(props: {
  label: string; value: T; choices: readonly (readonly [T, string])[]; onChange(value: T): void;
}) {
  return (
    <div class="switch" role="group" aria-label={props.label}>
      {props.choices.map(([value, words]) => (
        <button type="button" key={value} aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {words}
        </button>
      ))}
    </div>
  );
}

/** Text in which names stand between backticks, as the core writes it. */
export function Marked({ text }: { text: string }) {
  return <>{text.split('`').map((piece, i) => (i % 2 ? <code key={i}>{piece}</code> : piece))}</>;
}
