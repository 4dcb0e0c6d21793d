import type { Action } from '@dragoman/core'
import { z } from 'zod'

/**
 * All that the rest of the code knows of a schema: it turns unknown into T or throws. Keeps the compiler fast
 * (docs/architecture.md).
 */
export interface Parser<T> {
  parse(value: unknown): T
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One endpoint: declared once, used by the server to mount it, by the client and the command line to call it,
 * and by the OpenAPI document.
 */
export interface Route<P, Q, B, R> {
  readonly method: Method
  /** Hono-style path below `/api`, e.g. `/projects/:project/keys/:key`. */
  readonly path: string
  /** What the actor must be allowed to do; `public` routes answer anybody. */
  readonly action: Action | 'public'
  readonly summary: string
  readonly params: Parser<P>
  readonly query: Parser<Q>
  readonly body: Parser<B>
  readonly reply: Parser<R>
  /** Bodies that are a file, not JSON: read whole, or handed on as a stream. */
  readonly raw?: true | 'stream'
  /** Media type of an answer that is a file, not JSON: its `reply` is a `FileAnswer`. */
  readonly file?: string
}

/** A file that is answered, as a stream. */
export type FileAnswer = {
  readonly fileName: string
  /** Null: not known before all of it was read. */
  readonly sizeBytes: number | null
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>
  /** A file that pages show, not one to be kept: of this type, and with a tag that changes with it. */
  readonly shown?: { readonly type: string; readonly etag: string }
}

/** The reply of a route with `file`. */
export const fileAnswerSchema = z.custom<FileAnswer>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value,
)

type Declaration<P, Q, B, R> = {
  method: Method
  path: string
  action: Action | 'public'
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  raw?: true | 'stream'
  file?: string
}

const NOTHING = z.object({})
type Nothing = typeof NOTHING

/** Declares an endpoint. Parts that are left out accept nothing. */
export function route<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<P, Q, B, R>): Route<z.output<P>, z.output<Q>, z.output<B>, z.output<R>> {
  return { params: NOTHING, query: NOTHING, body: z.undefined(), ...declaration } as unknown as Route<
    z.output<P>,
    z.output<Q>,
    z.output<B>,
    z.output<R>
  > // the defaults stand for exactly the type parameters' defaults
}

export type ReplyOf<T> = T extends Route<unknown, unknown, unknown, infer R> ? R : never

/** What a route takes as its body. */
export type BodyOf<T> = T extends Route<unknown, unknown, infer B, unknown> ? B : never
