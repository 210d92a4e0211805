// What each rule says in general, from the page of reasons that the core writes: a merge attempt carries its code only.
// Pure; the page is given as text.

export interface RuleWords {
  rule: string;
  remedy: string;
}

/** Every `## code` of the page with its sentences. */
export function ruleWords(page: string): Map<string, RuleWords> {
  const words = new Map<string, RuleWords>();
  for (const part of page.split(/^## /m).slice(1)) {
    const code = /^`([^`]+)`/.exec(part)?.[1];
    const paragraphs = part.split(/\n\s*\n/).slice(1).map((each) => each.trim()).filter((each) => each !== '');
    const remedy = paragraphs.find((each) => each.startsWith('**What usually removes it.**'));
    if (!code || paragraphs.length === 0) continue;
    words.set(code, { rule: paragraphs[0], remedy: (remedy ?? '').replace(/^\*\*[^*]*\*\*\s*/, '') });
  }
  return words;
}
