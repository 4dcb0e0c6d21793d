import { Failure, type FieldProblem, type Parser } from '@dragoman/contract'

/** Parses one part of a call. Throws `invalid-input` with a JSON pointer per wrong field, below `place`. */
export function parsePart<T>(parser: Parser<T>, value: unknown, place: '/params' | '/query' | ''): T {
  try {
    return parser.parse(value)
  } catch (error) {
    const fields = fieldsOf(error, place)
    if (fields === null) throw error
    throw new Failure('invalid-input', {}, { reported: fields })
  }
}

/**
 * Returns the wrong fields of a parser's error. Only `parse` of parsers is known, so the error is recognized
 * by its shape: a list of issues with path and code.
 */
function fieldsOf(error: unknown, place: string): FieldProblem[] | null {
  if (typeof error !== 'object' || error === null || !('issues' in error) || !Array.isArray(error.issues))
    return null
  return error.issues.slice(0, 20).map((issue: unknown) => fieldOf(issue, place))
}

function fieldOf(issue: unknown, place: string): FieldProblem {
  // members are checked one by one below
  const { path, code, minimum, maximum, params: own } = (issue ?? {}) as Record<string, unknown>
  // A rule of our own names its code
  const ownCode = typeof own === 'object' && own !== null && 'code' in own ? own.code : null
  const steps = Array.isArray(path) ? path : []
  const params: Record<string, string | number> = {}
  if (typeof minimum === 'number') params.minimum = minimum
  if (typeof maximum === 'number') params.maximum = maximum
  return {
    pointer:
      place + steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    code:
      typeof ownCode === 'string'
        ? ownCode
        : typeof code === 'string'
          ? code.replaceAll('_', '-')
          : 'invalid',
    ...(Object.keys(params).length > 0 ? { params } : {}),
  }
}
