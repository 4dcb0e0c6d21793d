import type { ProjectAddress } from './ask-to-edit.ts'

/** By plural category; a string without a plural has `other` only. Missing forms are not translated. */
export type Forms = Readonly<Record<string, string>>

export type Text = {
  readonly forms: Forms
  readonly version: number
  readonly failing: boolean
  /** It translates an earlier source text. */
  readonly outdated: boolean
}

/** An issue found by a check. */
export type FoundIssue = {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
  /** The plural form that contains it. */
  readonly form: string
}

/** A string with its source and its text in one language. */
export type EditedString = {
  readonly key: {
    readonly id: number
    readonly namespace: string
    readonly name: string
    readonly plural: 'none' | 'cardinal' | 'ordinal' | 'cardinal-v3'
    /** Its path in its file. */
    readonly path: readonly (string | number)[]
    readonly description: string
  }
  readonly source: Text
  readonly target: Text
  /** The alias of the key by which the app asked for it. */
  readonly alias?: { readonly path: readonly (string | number)[] } | null
}

export type Project = {
  readonly sourceLanguage: string
  readonly languages: readonly { readonly tag: string }[]
}

/** Dragoman refused, or could not be reached: `unreachable`. */
export class Refused extends Error {
  readonly code: string
  /** For `stale-edit`: the current text. */
  readonly current: Text | null
  constructor(code: string, current: Text | null = null) {
    super(code)
    this.code = code
    this.current = current
  }
}

export type DragomanApi = {
  readonly project: () => Promise<Project>
  /** Returns the string of exactly this namespace and key, or of the key with this alias; null if there is none. */
  readonly find: (namespace: string, key: string, language: string) => Promise<EditedString | null>
  readonly save: (
    keyId: number,
    language: string,
    text: {
      readonly forms: Forms
      readonly baseVersion: number
      /** The source text that the person saw; undefined: the text is the source. */
      readonly sourceVersion: number | undefined
    },
  ) => Promise<Text>
  /** Returns the issues of the saved text. */
  readonly issues: (keyId: number, language: string) => Promise<readonly FoundIssue[]>
  /** Returns Dragoman's sentence for each check by code, with `{{…}}` as placeholders. */
  readonly checkSentences: () => Promise<Readonly<Record<string, string>>>
  readonly suggest: (keyId: number, language: string, forms: Forms) => Promise<void>
  readonly comment: (keyId: number, language: string, text: string) => Promise<void>
  /** `screenshot` null: the screenshot contains no strings of the project, and was not saved. */
  readonly shoot: (picture: Blob, screenshot: Screenshot) => Promise<{ readonly screenshot: number | null }>
}

type Screenshot = {
  readonly name: string
  readonly language: string
  readonly strings: readonly {
    readonly namespace: string
    readonly key: string
    readonly part: string
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
}

const LONGEST_WAIT_MS = 30_000

/** Returns a function that calls the API below a URL. The response is trusted to match the contract. */
function caller(base: string, token: () => string) {
  return async function call<T>(method: string, path: string, body?: object | Blob): Promise<T> {
    const isFile = body instanceof Blob
    let status = 0
    let answer: unknown
    try {
      const response = await fetch(base + path, {
        method,
        headers: {
          Authorization: `Bearer ${token()}`,
          ...(body === undefined
            ? {}
            : { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' }),
        },
        body: body === undefined ? null : isFile ? body : JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
        signal: timeLimit(LONGEST_WAIT_MS),
      })
      status = response.status
      answer = await response.json()
    } catch {
      // An invalid response can come from a proxy.
      throw new Refused('unreachable')
    }
    if (status >= 200 && status < 300) return answer as T
    const { code, current } = (answer ?? {}) as { code?: string; current?: { translation?: Text } }
    throw new Refused(code ?? `HTTP ${status}`, current?.translation ?? null)
  }
}

/**
 * Returns the API of one project, called with the token of this page on behalf of a reader of `language`. All
 * calls reject with `Refused`.
 */
export function openApi(
  { server, project }: ProjectAddress,
  token: () => string,
  language = 'en',
): DragomanApi {
  const base = `${server}/api/projects/${encodeURIComponent(project)}`

  const call = caller(base, token)
  const stringPath = (keyId: number, language: string) =>
    `/keys/${keyId}/translations/${encodeURIComponent(language)}`
  return {
    project: () => call('GET', ''),
    async find(namespace, key, language) {
      const query = new URLSearchParams({ namespace, name: key })
      try {
        return await call('GET', `/translations/${encodeURIComponent(language)}/served?${query}`)
      } catch (error) {
        // There is none, or no key can have this name.
        if (error instanceof Refused && /^(not-found|invalid-input)$/.test(error.code)) return null
        throw error
      }
    },
    async save(keyId, language, text) {
      return (await call<{ translation: Text }>('PUT', stringPath(keyId, language), text)).translation
    },
    // An older server does not list any.
    issues: async (keyId, language) =>
      (await call<{ issues?: FoundIssue[] }>('GET', stringPath(keyId, language))).issues ?? [],
    async checkSentences() {
      try {
        const response = await fetch(`${server}/locales/${language}/issues.json`, { credentials: 'omit' })
        if (response.ok) return await response.json()
      } catch {}
      throw new Refused('unreachable')
    },
    async suggest(keyId, language, forms) {
      await call('POST', `${stringPath(keyId, language)}/suggestions`, { forms, note: '' })
    },
    async comment(keyId, language, text) {
      await call('POST', `/keys/${keyId}/comments`, { text, language, kind: 'comment' })
    },
    async shoot(picture, screenshot) {
      const { image } = await call<{ image: string }>('POST', '/screenshot-images', picture)
      return call('PUT', '/screenshots', { ...screenshot, image })
    },
  }
}

function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}

/**
 * Returns the language of a project that corresponds to one of an app: `de_AT` is `de-AT`, or `de` if the
 * project has no `de-AT`.
 */
export function projectLanguage({ languages, sourceLanguage }: Project, tag: string): string | null {
  const tags = [sourceLanguage, ...languages.map((language) => language.tag)]
  for (let wanted = plainTag(tag); wanted !== ''; wanted = wanted.replace(/-?[^-]*$/, '')) {
    const found = tags.find((one) => plainTag(one) === wanted)
    if (found !== undefined) return found
  }
  return null
}

export const plainTag = (tag: string) => tag.replace(/_/g, '-').toLowerCase()
