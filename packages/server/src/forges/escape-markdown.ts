/** An invisible character that separates what would otherwise be read as one. */
const APART = '\u200b'
/** Line ends, control characters, and characters that change the direction of the surrounding text. */
const UNSEEN = /[\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
/**
 * Characters that start a mention, an issue, a merge request, a milestone, a label, a snippet, an epic or a
 * URL.
 */
const CALLS = '@#!%~$&^:'
const MARKUP = '\\`*_{}[]()+-.|=~$^'
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/**
 * Escapes text that people wrote so that Markdown shows it as it is, on one line: no markup, no HTML, no
 * table rows, no mentions by `@name`, no issues by `#12` or `!12`, no links.
 */
export function escapeMarkdown(text: string): string {
  let escaped = ''
  for (const char of oneLine(text)) {
    escaped += ENTITIES.get(char) ?? (MARKUP.includes(char) ? `\\${char}` : char)
    // Forges look for these in the rendered text, where no backslash is left.
    if (CALLS.includes(char)) escaped += APART
  }
  return escaped.replace(/\b(www|GH)(?=\\[.-])/gi, `$1${APART}`)
}

/**
 * Removes mentions and references to issues from plain text where forges still link them: a title, the first
 * line of a commit message.
 */
export function withoutCalls(text: string): string {
  return oneLine(text).replace(/[@#!](?=[\p{L}\d_-])/gu, `$&${APART}`)
}

function oneLine(text: string): string {
  return text.replace(UNSEEN, ' ').trim()
}

/** Returns a URL for a link: only http(s), and without characters that would end the link. */
export function linkTarget(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return ''
  return url.href.replace(/[()<>\s|\\`]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

export function link(text: string, address: string): string {
  const target = linkTarget(address)
  return target === '' ? escapeMarkdown(text) : `[${escapeMarkdown(text)}](${target})`
}
