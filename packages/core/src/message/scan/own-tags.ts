import type { Part, TagPart, TextPart } from '../part.ts'

/**
 * Turns text that only looks like a tag into text: `Usage: vim [arguments] <file>`. A real tag is an HTML
 * tag, closes itself, or has its match in the same message.
 */
export function ownTags(parts: readonly Part[]): readonly Part[] {
  const forms = new Map<string, Set<TagPart['form']>>()
  for (const part of parts) {
    if (part.kind === 'tag') forms.set(part.name, (forms.get(part.name) ?? new Set()).add(part.form))
  }
  if (forms.size === 0) return parts
  const isOwn = (tag: TagPart) => {
    if (tag.form === 'empty' || HTML.has(tag.name.toLowerCase()) || tag.name.includes(':')) return true
    const seen = forms.get(tag.name)
    return seen?.has('open') === true && seen.has('close')
  }
  const kept: Part[] = []
  for (const part of parts) {
    if (part.kind === 'tag' && !isOwn(part))
      pushText(kept, { kind: 'text', text: part.text, span: part.span })
    else if (part.kind === 'text') pushText(kept, part)
    else kept.push(part)
  }
  return kept
}

/** Adds a text, joined with an adjacent one. */
function pushText(parts: Part[], part: TextPart): void {
  const last = parts.at(-1)
  if (last?.kind !== 'text') parts.push(part)
  else
    parts[parts.length - 1] = {
      kind: 'text',
      text: last.text + part.text,
      span: { start: last.span.start, end: part.span.end },
    }
}

const HTML: ReadonlySet<string> = new Set(
  `a abbr b big blockquote body br button center cite code dd del details div dl dt em font form h1 h2 h3 h4 h5 h6 head hr html i img input ins kbd
  label li link mark meta nobr ol option p pre q s samp script section select small span strike strong style sub summary sup table tbody td
  textarea tfoot th thead title tr tt u ul var wbr g x ph pc bx ex bpt ept it`.split(/\s+/),
)
