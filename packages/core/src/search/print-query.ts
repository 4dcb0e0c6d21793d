import type { Query, QueryTerm } from './query.ts'

/** Returns a query that `parseQuery` parses to the same terms. */
export function printQuery({ terms }: Pick<Query, 'terms'>): string {
  return terms.map(printTerm).join(' ')
}

function printTerm(term: QueryTerm): string {
  const sign = term.isNegated ? '-' : ''
  switch (term.kind) {
    case 'text':
      return sign + (term.match === 'exact' ? quote(term.text) : term.text)
    case 'state':
      return `${sign}state:${term.state}`
    case 'namespace':
      return `${sign}ns:${value(term.pattern)}`
    case 'key':
      return `${sign}key:${value(term.pattern)}`
    case 'tag':
      return `${sign}tag:${value(term.pattern)}`
    case 'is':
      return `${sign}is:${term.flag}`
    case 'has':
      return `${sign}has:${term.what}`
    case 'task':
      return `${sign}task:${term.id}`
    case 'actor':
      return `${sign}by:${value(term.pattern)}`
    case 'changed':
      return `${sign}changed:${term.when}`
    case 'served':
      return `${sign}served:${term.when}`
    default:
      return term satisfies never
  }
}

function value(text: string): string {
  // A name, a colon and two slashes are the start of a URL, not of a filter.
  return /[\s"]|^\/\//.test(text) ? quote(text) : text
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
