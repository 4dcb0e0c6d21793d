import { type Action, LIMITS } from '@dragoman/core'
import { z } from 'zod'

/**
 * A schema as seen by other code: it turns unknown into T or throws. This keeps the compiler fast
 * (docs/architecture.md).
 */
export interface Parser<T> {
  parse(value: unknown): T
}

/** Largest body of a route that declares no other limit. */
export const BODY_LIMIT_BYTES = 64 * 1024
/** Limit of routes with lists of names, tags or addresses. */
export const NAMES_BODY_BYTES = 512 * 1024
/** Limit of routes with one text: every plural form at `LIMITS.formMax`, each character escaped in JSON. */
export const TEXT_BODY_BYTES = 2 * 1024 * 1024
/** Limit of routes with many texts or keys, such as a bulk edit of 10,000 keys. */
export const LIST_BODY_BYTES = 8 * 1024 * 1024

/** How deeply the JSON body of a route nests at most, unless it declares less. */
const BODY_DEPTH = LIMITS.nestingMax

/**
 * Limits of one caller on a public route. A caller is identified by account or token, otherwise by network
 * address. Calls are counted per route, in addition to the limit for all routes together.
 */
export type PublicLimits = {
  readonly callsPerMinute: number
  readonly callsAtOnce: number
  /** How deeply arrays and objects of the JSON body nest. */
  readonly bodyDepth: number
}

/** Limits of public routes that every page calls when it loads. */
export const PAGE_LIMITS: PublicLimits = { callsPerMinute: 600, callsAtOnce: 4, bodyDepth: 4 }
/** Limits of public routes that check a code or password, or that start something. */
export const PROOF_LIMITS: PublicLimits = { callsPerMinute: 60, callsAtOnce: 2, bodyDepth: 4 }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One endpoint: declared once, mounted by the server, called by the client and the command line, and
 * described in the OpenAPI document.
 */
export interface Route<P, Q, B, R, Path extends string = string> {
  readonly method: Method
  /** Hono-style path below `/api`, e.g. `/projects/:project/keys/:key`. */
  readonly path: Path
  /** The action that the caller must be allowed to do; `public` routes are open to everyone. */
  readonly action: Action | 'public'
  readonly summary: string
  /**
   * Never with a token: what the route creates or opens, such as an invitation, a webhook or a channel, would remain
   * after the token was revoked (docs/decisions/0154).
   */
  readonly by?: 'person'
  /**
   * The person must have entered their password or passkey within the last minutes; otherwise 403
   * `proof-needed`.
   */
  readonly needsProof?: true
  /** Can also be called by pages of other origins, each with its own token (docs/decisions/0077). */
  readonly inApps?: true
  readonly params: Parser<P>
  readonly query: Parser<Q>
  readonly body: Parser<B>
  readonly reply: Parser<R>
  /** Largest body in bytes, JSON or file. */
  readonly bodyLimit: number
  /** How deeply arrays and objects of the JSON body nest at most. */
  readonly bodyDepth: number
  /** Null only if the route requires an action, which callers without an account usually do not have. */
  readonly publicLimits: PublicLimits | null
  /** For bodies that are a file instead of JSON: read completely, or passed on as a stream. */
  readonly raw?: true | 'stream'
  /** Media type of a response that is a file instead of JSON: its `reply` is a `FileAnswer`. */
  readonly file?: string
}

/** A file in a response, as a stream. */
export type FileAnswer = {
  readonly fileName: string
  /** Null: unknown until the whole file was read. */
  readonly sizeBytes: number | null
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>
  /** For a file that pages show instead of downloading it: its type, and a tag that changes with it. */
  readonly shown?: {
    readonly type: string
    readonly etag: string
    /** Its URL never returns another file. */
    readonly isImmutable?: true
  }
}

/** The reply of a route with `file`. */
export const fileAnswerSchema = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value,
)

/** A route is public only with limits. */
type Access = { action: Action; publicLimits?: never } | { action: 'public'; publicLimits: PublicLimits }

/** A route takes a file only up to a size that it declares. */
type Body = { raw?: never; bodyLimit?: number } | { raw: true | 'stream'; bodyLimit: number }

type Declaration<P, Q, B, R, Path extends string> = Access &
  Body & {
    method: Method
    path: Path
    summary: string
    by?: 'person'
    needsProof?: true
    inApps?: true
    params?: P
    query?: Q
    body?: B
    reply: R
    file?: string
  }

const NOTHING = z.object({})
type Nothing = typeof NOTHING

/** Declares an endpoint. Parts that are left out accept nothing. */
export function route<
  Path extends string,
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  declaration: Declaration<P, Q, B, R, Path>,
): Route<z.output<P>, z.output<Q>, z.output<B>, z.output<R>, Path> {
  const defaults = {
    params: NOTHING,
    query: NOTHING,
    body: z.undefined(),
    bodyLimit: BODY_LIMIT_BYTES,
    bodyDepth: declaration.publicLimits?.bodyDepth ?? BODY_DEPTH,
    publicLimits: null,
  }
  return { ...defaults, ...declaration } as unknown as Route<
    z.output<P>,
    z.output<Q>,
    z.output<B>,
    z.output<R>,
    Path
  > // The defaults are exactly the type parameters' defaults.
}

export type ReplyOf<T> = T extends Route<unknown, unknown, unknown, infer R> ? R : never

/** The body type of a route. */
export type BodyOf<T> = T extends Route<unknown, unknown, infer B, unknown> ? B : never
