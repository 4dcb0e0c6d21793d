import type { ActorId } from '@dragoman/core'
import {
  type KeyRow,
  type LanguageRow,
  type ProjectRow,
  projectById,
  type Reader,
  type Store,
  type Writer,
} from '@dragoman/store'
import { foundProject, requireKey, requireLanguage } from '../access/require-rows.ts'
import type { GuardedWrites } from './guard-writes.ts'

/** The names of the parameters of a path: `project` and `key` of `/projects/:project/keys/:key`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type RowOf = { readonly project: ProjectRow; readonly language: LanguageRow; readonly key: KeyRow }

/** The rows that the URL of a call names, by the parameters of its path: `{ project, key }`. */
export type Scope<Path extends string> = Pick<
  RowOf,
  'project' extends ParameterOf<Path> ? ParameterOf<Path> & keyof RowOf : never
>

/** The project in the URL; null for paths without one. Routes of any path are only known to the router. */
export type ProjectOf<Path extends string> = string extends Path
  ? ProjectRow | null
  : Scope<Path> extends Pick<RowOf, 'project'>
    ? ProjectRow
    : null

/** How a handler reads and writes: each job gets the rows that the URL names, as its transaction sees them. */
export type ScopedStore<Path extends string> = {
  /** The project is the one that access was checked for. Throws `not-found` or `gone` for rows that do not exist. */
  readonly read: <T>(job: (r: Reader, scope: Scope<Path>) => Promise<T>) => Promise<T>
  /**
   * Like `Caller.write`. Throws `not-found` or `gone` for rows that do not exist any more. `by`: who does it, for
   * events that do not name anyone.
   */
  readonly write: ScopedWrite<Path>
  /** Like `write`, with the project locked: of several such calls, each sees what the one before has written. */
  readonly writeLocked: ScopedWrite<Path>
}

type ScopedWrite<Path extends string> = <T>(
  job: (w: Writer, scope: Scope<Path>) => Promise<T>,
  by?: ActorId,
) => Promise<T>

/** `project`: the one that access was checked for. `params`: of the URL, which the route's schema has accepted. */
export function openScope(
  store: Pick<Store, 'read'>,
  {
    project: checked,
    params,
    guarded,
  }: {
    readonly project: ProjectRow | null
    readonly params: Readonly<Record<string, string>>
    readonly guarded: GuardedWrites
  },
): ScopedStore<string> {
  const rowsOf = async (r: Reader, project: ProjectRow) => ({
    project,
    ...(params.language === undefined
      ? {}
      : { language: await requireLanguage(r, project, params.language) }),
    ...(params.key === undefined ? {} : { key: await requireKey(r, project, Number(params.key)) }),
  })
  const rowsAgain = async (r: Reader) =>
    checked === null ? {} : rowsOf(r, foundProject(await projectById(r, checked.id)))
  return {
    read: (job) =>
      store.read(async (r) =>
        // The call itself can have changed it.
        job(r, checked === null || guarded.hasWritten() ? await rowsAgain(r) : await rowsOf(r, checked)),
      ),
    write: (job, by) => guarded.write(async (w) => job(w, await rowsAgain(w)), by),
    writeLocked: (job, by) =>
      guarded.write(async (w) => {
        if (checked !== null) await w.dialect.lockProject(w.db, checked.id)
        return job(w, await rowsAgain(w))
      }, by),
  }
}
