import { Failure } from '@dragoman/contract'
import { isNamedLanguage } from '@dragoman/core'
import {
  addLanguages,
  countKeys,
  countsByNamespace,
  countsOf,
  listNamespaces,
  NO_COUNTS,
  type ProjectRow,
  type Reader,
  recordAudit,
  removeLanguage,
  setFallback,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { failureOfJob, presentJob } from '../../jobs/present-job.ts'
import { refusedField } from '../../refused-field.ts'
import { lockNothingUnsent, requireNothingUnsent } from '../../sources/git/branches/require-nothing-unsent.ts'
import { presentCounts } from '../present.ts'
import { presentProject } from '../projects/present.ts'
import { requireTag } from '../projects/require-tag.ts'
import { doneOf } from '../run-operation.ts'
import { ADD_LANGUAGE } from './add-language-job.ts'

/** Projects with more keys than this add languages in a job, so that no one else has to wait. */
const LARGE_PROJECT = 2000

export function languagesHandlers({ store, now, jobs }: Deps): Handlers['languages'] {
  return {
    async add({ body, caller, read }) {
      const tag = requireTag(body.tag, '/tag')
      if (!body.allowUnknown && !isNamedLanguage(tag)) throw refusedField('/tag', 'unknown-tag')
      const asked = body.fallback == null ? body.fallback : requireTag(body.fallback, '/fallback')
      const { project, isLarge } = await read(async (r, { project }) => {
        return { project, isLarge: (await countKeys(r, project.id)) > LARGE_PROJECT }
      })
      const shown = () => read((r, { project }) => presentProject(r, project.id))
      if (isLarge) {
        const { id } = await caller.write(async (w) =>
          jobs.add(w, ADD_LANGUAGE, {
            projectId: project.id,
            payload: { tag, ...(await chosenFallback(w, project, { tag, fallback: asked })) },
            startedBy: requireActor(caller),
            dedupeKey: `${ADD_LANGUAGE.kind} ${project.id} ${tag}`,
          }),
        )
        const job = await jobs.endedSoon(id)
        if (job.problem !== null) throw failureOfJob(job.problem)
        return { ...(await shown()), job: presentJob(job) }
      }
      await caller.write(async (w) => {
        const result = await addLanguages(w, {
          projectId: project.id,
          tags: [tag],
          ...(await chosenFallback(w, project, { tag, fallback: asked })),
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        await doneOf(w, project.id, result)
      })
      return { ...(await shown()), job: null }
    },

    async update({ params, body, caller, read, write }) {
      const fallback = body.fallback === null ? null : requireTag(body.fallback, '/fallback')
      await write(async (w, { project }) => {
        if (fallback !== null) await requireFallback(w, project, { tag: params.language, fallback })
        await setFallback(w, project.id, params.language, fallback)
      }, requireActor(caller).id)
      return read((r, { project }) => presentProject(r, project.id))
    },

    async remove({ query, caller, read, write }) {
      const of = await read(async (_, { project, language: { tag } }) => {
        if (tag === project.sourceLanguage) throw new Failure('not-allowed', { reason: 'source-language' })
        return { projectId: project.id, language: tag, answer: query }
      })
      const prepared = await requireNothingUnsent(store.read, of)
      return write(async (w, { project, language: { tag } }) => {
        await lockNothingUnsent(w, of, prepared)
        const entry = { kind: 'language.removed', projectId: project.id, target: tag, details: {} } as const
        await recordAudit(w, { ...entry, origin: caller.origin })
        const result = await removeLanguage(w, {
          projectId: project.id,
          tag,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        return doneOf(w, project.id, result)
      })
    },

    counts: ({ query, read }) =>
      read(async (r, { project, language: { tag } }) => {
        const chosen = query.namespace === undefined ? undefined : [query.namespace]
        const counts = presentCounts(await countsOf(r, project.id, tag, chosen))
        const rows = await countsByNamespace(r, project.id, tag)
        const byName = new Map(rows.map((row) => [row.namespace, row]))
        const namespaces = (await listNamespaces(r, project.id)).map(({ name }) => ({
          name,
          counts: presentCounts(byName.get(name) ?? NO_COUNTS),
        }))
        return { counts, namespaces }
      }),
  }
}

/** Returns the fallback that was chosen for a new language, if any. Refuses one that the project does not have. */
async function chosenFallback(
  r: Reader,
  project: ProjectRow,
  { tag, fallback }: { readonly tag: string; readonly fallback: string | null | undefined },
): Promise<{ readonly fallback?: string | null }> {
  if (fallback === undefined) return {}
  if (fallback !== null) await requireFallback(r, project, { tag, fallback })
  return { fallback }
}

async function requireFallback(
  r: Reader,
  project: ProjectRow,
  { tag, fallback }: { readonly tag: string; readonly fallback: string },
): Promise<void> {
  if (fallback === tag) throw refusedField('/fallback', 'itself')
  await requireLanguage(r, project, fallback)
}
