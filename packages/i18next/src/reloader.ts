import type { ChangedFiles } from './channel-connection.ts'
import { type Backend, type Connector, connectorOf, type FollowableI18n } from './followable-i18n.ts'
import { tryLater } from './try-later.ts'

/** Emitted by i18next after texts have changed, for code that renders without react-i18next. */
export const TEXTS_CHANGED = 'textsChanged'

/** States of a file in the `state` of i18next's backend connector. */
const LOADING = 1
const LOADED = 2

/** A file of one language and one namespace that the app has loaded. */
type LoadedFile = {
  /** In the `state` of i18next's backend connector. */
  readonly name: string
  readonly language: string
  readonly namespace: string
  /** The texts of the last read, to detect removed keys; undefined before the first one. */
  texts?: object
  isReading?: boolean
  /** To be read; again if a read is in progress, because its result can be older. */
  isStale?: boolean
  failures: number
  timer?: ReturnType<typeof setTimeout>
}

export type Reloader = {
  /** Reloads those of the files that the app has loaded; null: all of them. */
  readonly reload: (files: ChangedFiles) => void
  readonly stop: () => void
}

/**
 * Does not use `i18next.reloadResources`, which keeps removed texts, never retries a file that failed to
 * load, and accepts cached texts of i18next-chained-backend.
 */
export function openReloader(i18n: FollowableI18n): Reloader {
  const files = new Map<string, LoadedFile>()
  /** What i18next itself has loaded of each file, from Dragoman or from a cache: it can be older than the first read. */
  const started = new Map<string, object>()
  let isStopped = false
  let isFollowing = false
  const changed: { readonly language: string; readonly namespace: string }[] = []

  async function read(file: LoadedFile): Promise<void> {
    clearTimeout(file.timer)
    file.isStale = true
    if (file.isReading) return
    file.isReading = true
    while (file.isStale && !isStopped) {
      file.isStale = false
      try {
        const { backend, state } = recordOf(i18n)
        const { name } = file
        if (state[name] === LOADING) throw TRY_AGAIN
        // Nothing was loaded: the app itself added these texts.
        if (state[name] !== LOADED) started.delete(name)
        const texts = await readPastCaches(backend, file)
        file.failures = 0
        if (isStopped || !texts) continue
        take(file, texts)
        // So that i18next does not treat it as failed.
        if (name in state) state[name] = LOADED
      } catch (error) {
        if (error === TRY_AGAIN && !isStopped) file.timer = tryLater(() => void read(file), file.failures++)
      }
    }
    file.isReading = false
  }

  function take(file: LoadedFile, texts: object): void {
    const { language, namespace } = file
    const shown = i18n.getResourceBundle(language, namespace) ?? {}
    const before = JSON.stringify(shown)
    for (const key in file.texts ?? started.get(file.name) ?? {}) if (!(key in texts)) delete shown[key]
    file.texts = texts
    if (JSON.stringify({ ...shown, ...texts }) === before) return
    i18n.addResourceBundle(language, namespace, texts)
    changed.push({ language, namespace })
    // Changes that arrive together are rendered together.
    if (changed.length === 1) queueMicrotask(() => i18n.emit(TEXTS_CHANGED, changed.splice(0)))
  }

  function readThose(names: readonly string[], changedFiles: ChangedFiles): void {
    for (const name of names) {
      const [language = '', namespace = ''] = name.split('|')
      if (!concerns(changedFiles, language, namespace)) continue
      const file = files.get(name) ?? { name, language, namespace, failures: 0 }
      files.set(name, file)
      void read(file)
    }
  }

  /** What the app adds while a file is loading is replaced by the file, which i18next adds last. */
  function keepStart(language: string, namespace: string, texts: object): void {
    const name = `${language}|${namespace}`
    if (recordOf(i18n).state[name] === LOADING) started.set(name, texts)
  }
  i18n.store?.on('added', keepStart)

  /** What was loaded from a cache since the first reload can be older than the changes that were followed. */
  function readCached(): void {
    const { backend, state } = recordOf(i18n)
    if (isFollowing && backend?.backends?.[0]?.save)
      readThose(
        Object.keys(state).filter((name) => state[name] === LOADED && !files.has(name)),
        null,
      )
  }
  i18n.on('loaded', readCached)

  return {
    reload(changedFiles) {
      isFollowing = true
      readThose(loadedNames(i18n), changedFiles)
    },
    stop() {
      isStopped = true
      i18n.off('loaded', readCached)
      i18n.store?.off('added', keepStart)
      for (const { timer } of files.values()) clearTimeout(timer)
    },
  }
}

const TRY_AGAIN = {}

/** Returns i18next's record of its files; an empty one of an app without a backend. */
function recordOf(i18n: FollowableI18n): Required<Pick<Connector, 'state'>> & Connector {
  return { state: {}, ...connectorOf(i18n) }
}

/**
 * Returns everything that i18next has loaded or tried to load; for an app that received its texts with the
 * page, those texts.
 */
function loadedNames(i18n: FollowableI18n): string[] {
  const tried = Object.keys(recordOf(i18n).state)
  if (tried[0]) return tried
  return Object.entries(i18n.store?.data ?? {}).flatMap(([language, namespaces]) =>
    Object.keys(namespaces).map((namespace) => `${language}|${namespace}`),
  )
}

function concerns(files: ChangedFiles, language: string, namespace: string): boolean {
  return (
    files?.some(
      (file) => file.namespace === namespace && plainTag(file.language ?? language) === plainTag(language),
    ) ?? true
  )
}

/** Dragoman accepts any spelling of a language code. */
const plainTag = (tag: string) => tag.replace(/_/g, '-').toLowerCase()

/**
 * Reads from the first backend of a chain that is not a cache; caches before it are updated. Returns undefined if there
 * are no texts. Rejects with `TRY_AGAIN` if the backend reports that a retry can succeed.
 */
async function readPastCaches(
  backend: Backend | null | undefined,
  file: LoadedFile,
): Promise<object | undefined> {
  const chain = backend?.backends ?? [backend]
  const first = chain.findIndex((one) => one?.read && !one.save)
  const texts = await readFrom(chain[first], file)
  if (!texts || typeof texts !== 'object') return
  for (const cache of chain.slice(0, first)) cache?.save?.(file.language, file.namespace, texts)
  return texts
}

function readFrom(
  backend: Backend | null | undefined,
  { language, namespace }: LoadedFile,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answer = backend?.read?.(language, namespace, (error, texts) => {
      if (error) reject(texts === true ? TRY_AGAIN : error)
      else resolve(texts)
    })
    // Backends with a callback return nothing.
    if (answer !== undefined || !backend?.read) resolve(answer)
  })
}
