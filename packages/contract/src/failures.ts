import { z } from 'zod'
import type { FieldCode } from './field-codes.ts'
import {
  keySchema,
  memberNowSchema,
  paramsSchema,
  taskSchema,
  textIssuesSchema,
  translationSchema,
  undoPlanSchema,
} from './schemas.ts'

/**
 * Every failure that a caller can act on. A new one only has to be added here: status, contract and the
 * client's text key are derived.
 */
export const FAILURES = {
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'wrong-code': 401,
  'invalid-token': 401,
  /** The signature of a request from another program is invalid; its content was not examined. */
  'wrong-signature': 401,
  /** The password was right; the sign-in continues with a code or a passkey. */
  'second-factor-needed': 401,
  'wrong-second-factor': 401,
  /** During set-up, the code belongs to another time; `minutes` is how far the clock seems to be off. */
  'clock-off': 401,
  /** The time between password and second factor has expired. */
  'sign-in-again': 401,
  'wrong-passkey': 401,
  'account-suspended': 403,
  /** The caller must enter a proof again: `account.prove`. */
  'proof-needed': 403,
  'wrong-link': 404,
  'link-used': 410,
  'link-expired': 410,
  /** The owner who created the link can no longer create one. */
  'link-withdrawn': 410,
  'last-owner': 409,
  /** No way to sign in would be left. */
  'last-way-in': 409,
  /** No owner could sign in if the identity provider, the only way for others, is down. */
  'last-owner-way': 409,
  /** Passkeys are bound to a host name; the request used an IP address. */
  'passkeys-need-name': 409,
  'unsupported-picture': 415,
  /** More than `pixels` pixels wide or high. */
  'picture-too-large': 415,
  /** The file ends before the picture does. */
  'picture-incomplete': 415,
  'not-allowed': 403,
  'not-found': 404,
  'stale-edit': 409,
  /** Checks find errors in a text that would be approved; the caller can confirm it (`approveFailing`). */
  'failing-checks': 409,
  'stale-comment': 409,
  'stale-member': 409,
  'stale-task': 409,
  /** Another person moved or changed the channel in the meantime. */
  'stale-channel': 409,
  /** Another person changed the scheduled move in the meantime. */
  'stale-schedule': 409,
  /** Another person changed this setting of the server in the meantime. */
  'stale-setting': 409,
  /** Some readers of the channel have another release, which a share for others would take from them. */
  'release-shared': 409,
  /** The texts are the same as in the newest release. */
  'nothing-to-release': 409,
  /** The project would have no manager left. */
  'last-manager': 409,
  'invitation-unknown': 404,
  'invitation-expired': 410,
  'invitation-used': 410,
  'invitation-withdrawn': 410,
  'already-exists': 409,
  'already-set-up': 409,
  'changed-since': 409,
  /** A suggestion is no longer open. */
  'already-decided': 409,
  /** The suggestion has other words than the caller has seen. */
  'suggestion-changed': 409,
  gone: 410,
  /** The body was not completely received within `seconds`. */
  'too-slow': 408,
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
  /** A repository that cannot be connected or reached, for the given `reason`. */
  'unusable-repository': 422,
  'read-only': 409,
  /** Texts written in translation branches and not sent would be lost; `current` lists them. */
  'unsent-texts': 409,
  /** A job is still writing it. */
  'still-running': 409,
  /** The server stopped in the middle of a job that is not run again. */
  interrupted: 503,
  'unknown-host': 421,
  /** The identity provider does not respond, or the network rules do not allow requests to it. */
  'provider-unreachable': 502,
  /** The provider's response is invalid: another issuer, a wrong signature, an old token. */
  'provider-wrong': 502,
  /** The provider, or the person at the provider, refused. */
  'provider-refused': 403,
  /** The sign-in was started in another browser or too long ago, or is already finished. */
  'sign-in-expired': 410,
  /** The provider does not recognize this client, or the secret is wrong. */
  'client-refused': 422,
  /** The logout token is invalid. */
  'logout-token-wrong': 400,
  'no-account': 403,
  'identity-taken': 409,
  'password-not-used': 403,
  /** Texts cannot be edited in the app of this origin: the project does not list it. */
  'origin-not-allowed': 403,
  /** The visitor has no confirmed address, although the project requires one for suggestions. */
  'address-not-confirmed': 403,
  /** The project does not ask visitors to confirm an address, so no code is sent. */
  'address-not-needed': 409,
  /** The visitor's name belongs to an account, or looks like one that does. */
  'name-of-account': 409,
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

/** Additional data of a response, so that the caller can continue. */
const CURRENT = {
  /** The current text or key. */
  'stale-edit': z.union([z.object({ translation: translationSchema }), z.object({ key: keySchema })]),
  'changed-since': undoPlanSchema,
  /** What the checks find in the text. */
  'failing-checks': z.object({ issues: textIssuesSchema }),
  /** The current rights. */
  'stale-member': z.object({ members: z.array(memberNowSchema) }),
  /** The current task. */
  'stale-task': z.object({ task: taskSchema }),
  /** The number of texts per translation branch, and that of comments and suggestions if they count. */
  'unsent-texts': z.object({
    branches: z.array(
      z.object({ slug: z.string(), branch: z.string(), texts: z.number(), discussions: z.number() }),
    ),
  }),
}

type CodeWithCurrent = keyof typeof CURRENT
export type CurrentOf<C extends FailureCode> = C extends CodeWithCurrent
  ? z.output<(typeof CURRENT)[C]>
  : undefined

type Fields = {
  readonly fields?: readonly RefusedField[]
  /** Fields with any code: as a parser, a server or another thread reports them. */
  readonly reported?: readonly FieldProblem[]
}
type WithCurrent<C extends CodeWithCurrent> = C extends CodeWithCurrent
  ? readonly [
      code: C,
      params?: FailureParams,
      more?: Fields & { readonly current?: CurrentOf<C> | undefined },
    ]
  : never
type FailureArguments =
  | readonly [code: FailureCode, params?: FailureParams, more?: Fields]
  | WithCurrent<CodeWithCurrent>

/**
 * An expected failure. Pure code returns issues; the server throws this. `current` contains the data that the
 * caller is missing; `isFailure` gives it its type.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly params: FailureParams
  readonly fields: readonly FieldProblem[]
  readonly current: CurrentOf<FailureCode>

  constructor(...[code, params = {}, more = {}]: FailureArguments) {
    super(code)
    this.code = code
    this.params = params
    this.fields = more.fields ?? more.reported ?? []
    this.current = 'current' in more ? more.current : undefined
  }
}

/**
 * Returns whether it is a failure with this code; `current` then has the type that belongs to the code, if it
 * is present.
 */
export function isFailure<const C extends FailureCode>(
  error: unknown,
  code: C,
): error is Failure & { readonly code: C; readonly current: CurrentOf<C> | undefined } {
  return error instanceof Failure && error.code === code
}

/** An invalid field: its location (JSON pointer into params, query or body) and the reason. */
export type FieldProblem = {
  readonly pointer: string
  readonly code: string
  readonly params?: FailureParams | undefined
}

/** A field that this program refuses. Its code has a sentence. */
export type RefusedField = FieldProblem & { readonly code: FieldCode }

const OTHER_CODES = FAILURE_CODES.filter(
  (code): code is Exclude<FailureCode, CodeWithCurrent> => !(code in CURRENT),
)

const problemParts = {
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  params: paramsSchema,
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), params: paramsSchema.optional() })),
}

/** RFC 9457 problem details, the body of every failure response. */
export const problemSchema = z.discriminatedUnion('code', [
  // A `current` that this version cannot parse is dropped: the code is still correct.
  z.object({
    ...problemParts,
    code: z.literal('stale-edit'),
    current: CURRENT['stale-edit'].optional().catch(undefined),
  }),
  z.object({
    ...problemParts,
    code: z.literal('changed-since'),
    current: CURRENT['changed-since'].optional().catch(undefined),
  }),
  z.object({
    ...problemParts,
    code: z.literal('failing-checks'),
    current: CURRENT['failing-checks'].optional().catch(undefined),
  }),
  z.object({
    ...problemParts,
    code: z.literal('stale-member'),
    current: CURRENT['stale-member'].optional().catch(undefined),
  }),
  z.object({
    ...problemParts,
    code: z.literal('stale-task'),
    current: CURRENT['stale-task'].optional().catch(undefined),
  }),
  z.object({
    ...problemParts,
    code: z.literal('unsent-texts'),
    current: CURRENT['unsent-texts'].optional().catch(undefined),
  }),
  z.object({ ...problemParts, code: z.enum(OTHER_CODES) }),
])
export type Problem = z.output<z.ZodObject<typeof problemParts>> & {
  readonly code: FailureCode
  readonly current?: CurrentOf<FailureCode>
}
