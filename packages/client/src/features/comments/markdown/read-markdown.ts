import { type MentionRef, mentionAt } from '@dragoman/core'
import MarkdownIt, { type Token } from 'markdown-it'
import { type ProsePiece, splitPlaceholders } from '../../../lib/text/placeholders-in-prose.ts'

/** Elements that a comment can contain, without attributes. */
export const PLAIN_ELEMENTS = ['p', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote'] as const
export type PlainElement = (typeof PLAIN_ELEMENTS)[number]

/** A part of a comment; nothing else is ever rendered. */
export type Node =
  | ProsePiece
  | { readonly kind: 'mention'; readonly ref: MentionRef; readonly name: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'code'; readonly text: string; readonly isBlock: boolean }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Node[] }
  | { readonly kind: PlainElement; readonly children: readonly Node[] }

const SCHEMES = /^(?:https?:\/\/|mailto:)/i

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
// Images would reveal to their host who reads; headings and tables are too large for a comment.
markdown.disable(['image', 'heading', 'lheading', 'hr', 'table', 'reference'])
markdown.validateLink = (url: string) => SCHEMES.test(url)
markdown.inline.ruler.before('link', 'mention', (state, silent) => {
  const found = mentionAt(state.src, state.pos)
  if (found === null) return false
  if (!silent) state.push('mention', '', 0).meta = found.mention
  state.pos += found.length
  return true
})

/** Parses a comment. Any input becomes the node kinds above: it never throws and never creates HTML. */
export function readMarkdown(text: string): readonly Node[] {
  const [nodes] = readUntil(markdown.parse(text, {}), 0)
  return nodes
}

const OPENING: ReadonlyMap<string, PlainElement> = new Map([
  ['paragraph_open', 'p'],
  ['strong_open', 'strong'],
  ['em_open', 'em'],
  ['s_open', 's'],
  ['bullet_list_open', 'ul'],
  ['ordered_list_open', 'ol'],
  ['list_item_open', 'li'],
  ['blockquote_open', 'blockquote'],
])

/** Returns the nodes from a token up to the end of its element, and the index of that end. */
function readUntil(tokens: readonly Token[], from: number): readonly [nodes: Node[], end: number] {
  const nodes: Node[] = []
  let at = from
  for (let token = tokens[at]; token !== undefined && token.nesting !== -1; token = tokens[at]) {
    if (token.nesting !== 1) {
      nodes.push(...readToken(token))
      at += 1
      continue
    }
    const [children, end] = readUntil(tokens, at + 1)
    at = end + 1
    const element = OPENING.get(token.type)
    const href = token.type === 'link_open' ? token.attrGet('href') : null
    // Paragraphs of tight lists are hidden; unknown elements show their content.
    if (typeof href === 'string' && SCHEMES.test(href)) nodes.push({ kind: 'link', href, children })
    else if (element === undefined || token.hidden) nodes.push(...children)
    else nodes.push({ kind: element, children })
  }
  return [nodes, at]
}

function readToken(token: Token): readonly Node[] {
  switch (token.type) {
    case 'inline':
      return readUntil(token.children ?? [], 0)[0]
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'break' }]
    case 'code_inline':
      return [{ kind: 'code', text: token.content, isBlock: false }]
    case 'fence':
    case 'code_block':
      return [{ kind: 'code', text: token.content.replace(/\n$/, ''), isBlock: true }]
    case 'mention': {
      const { ref, name } = token.meta as { ref: MentionRef; name: string } // set by the rule above
      return [{ kind: 'mention', ref, name }]
    }
    default:
      return splitPlaceholders(token.content)
  }
}
