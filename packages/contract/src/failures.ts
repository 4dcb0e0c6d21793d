import { z } from 'zod'

/**
 * Every failure a caller can act on. Adding one here is the whole job: status, contract and the client's text
 * key follow.
 */
export const FAILURES = {
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'wrong-code': 401,
  'not-allowed': 403,
  'not-found': 404,
  'stale-edit': 409,
  'already-exists': 409,
  'already-set-up': 409,
  'changed-since': 409,
  'conflict-unresolved': 409,
  gone: 410,
  'too-large': 413,
  'no-room': 507,
  'unsupported-format': 415,
  'unsupported-body': 415,
  'invalid-input': 422,
  'password-too-common': 422,
  'unreadable-file': 422,
  'unusable-folder': 422,
  'unusable-project-file': 422,
  'no-locale-files': 422,
  'read-only': 409,
  /** A job still writes it. */
  'still-running': 409,
  /** The server ended in the middle of a job that is not run twice. */
  interrupted: 503,
  'unknown-host': 421,
  'too-many-requests': 429,
  'source-unreachable': 502,
  busy: 503,
  'backup-unsupported': 501,
  unexpected: 500,
} as const

export type FailureCode = keyof typeof FAILURES
// Object.keys loses the literal type
export const FAILURE_CODES = Object.keys(FAILURES) as readonly FailureCode[]

export type FailureParams = Readonly<Record<string, string | number>>

/**
 * An expected failure. Pure code returns issues; the server throws this. `current` carries what the caller
 * lacked (stale-edit, changed-since).
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly params: FailureParams
  readonly fields: readonly FieldProblem[]
  readonly current: unknown

  constructor(
    code: FailureCode,
    params: FailureParams = {},
    more: { fields?: readonly FieldProblem[]; current?: unknown } = {},
  ) {
    super(code)
    this.code = code
    this.params = params
    this.fields = more.fields ?? []
    this.current = more.current
  }
}

/** A field that is wrong: where (JSON pointer into params, query or body) and why. */
export type FieldProblem = {
  readonly pointer: string
  readonly code: string
  readonly params?: FailureParams | undefined
}

const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

/** RFC 9457 problem details, as every failure is answered. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.enum(FAILURE_CODES as [FailureCode, ...FailureCode[]]), // z.enum wants a non-empty tuple
  detail: z.string().optional(),
  params: paramsSchema,
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), params: paramsSchema.optional() })),
  current: z.unknown().optional(),
})
export type Problem = z.output<typeof problemSchema>
