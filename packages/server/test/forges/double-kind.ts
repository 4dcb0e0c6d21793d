import type { IncomingMessage } from 'node:http'
import type { ApiDescription } from './api-description.ts'
import type { DoublePull, ForgeWorld } from './double-world.ts'

export type DoubleRequest = {
  readonly method: string
  /** The path below the base of the API, as it was sent. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
  readonly origin: string
}

export type DoubleAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type DoubleEvent =
  | { readonly kind: 'ping' }
  | { readonly kind: 'push'; readonly branch: string; readonly before: string; readonly after: string }
  | { readonly kind: 'pull-request'; readonly pull: DoublePull; readonly action: 'closed' | 'reopened' }

/** What differs between forges. */
export type DoubleKind = {
  readonly base: string
  readonly description: ApiDescription
  /** Responses that are not checked against the description, such as GraphQL. */
  readonly isUnchecked?: (path: string) => boolean
  readonly isSignedIn: (request: DoubleRequest) => boolean
  readonly refusal: DoubleAnswer
  /** Null if there is nothing at this path. */
  readonly answer: (
    request: DoubleRequest,
    worldOf: (path: string) => ForgeWorld | null,
  ) => DoubleAnswer | null
  readonly webhook: (
    world: ForgeWorld,
    event: DoubleEvent,
    secret: string,
    origin: string,
  ) => {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly problems: readonly string[]
  }
}

/** Returns one page of a list, and the address of the next in the forge's format. */
export function pageOf<T>(
  all: readonly T[],
  { query, path, origin }: DoubleRequest,
  { name, usual, most }: { readonly name: string; readonly usual: number; readonly most: number },
): { readonly entries: readonly T[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(most, Number(query.get(name) ?? usual))
  const page = Number(query.get('page') ?? 1)
  const entries = all.slice((page - 1) * size, page * size)
  const isLast = page * size >= all.length
  return {
    entries,
    headers: isLast
      ? {}
      : { link: `<${origin}${path}?page=${page + 1}>; rel="next", <${origin}>; rel="last"` },
  }
}
