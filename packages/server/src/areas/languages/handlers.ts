import { Failure } from '@dragoman/contract'
import { isNamedLanguage, shorterTag } from '@dragoman/core'
import {
  addLanguages,
  countKeys,
  countsByNamespace,
  countsOf,
  listLanguages,
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
import { presentCounts } from '../present.ts'
import { presentProject } from '../projects/present.ts'
import { requireTag } from '../projects/require-tag.ts'
import { doneOf } from '../run-operation.ts'
import { ADD_LANGUAGE } from './add-language-job.ts'

/** Projects with more keys than this add languages in a job, so that no one else has to wait. */
const LARGE_PROJECT = 2000

export function languagesHandlers({ now, jobs }: Deps): Handlers['languages'] {
  return {
    async add({ body, caller, read }) {
      const tag = requireTag(body.tag, '/tag')
      if (!body.allowUnknown && !isNamedLanguage(tag))
        throw new Failure('invalid-input', {}, { fields: [{ pointer: '/tag', code: 'unknown-tag' }] })
      const asked = body.fallback == null ? body.fallback : requireTag(body.fallback, '/fallback')
      const { project, isLarge } = await read(async (r, { project }) => {
        return { project, isLarge: (await countKeys(r, project.id)) > LARGE_PROJECT }
      })
      const shown = () => read((r, { project }) => presentProject(r, project))
      if (isLarge) {
        const { id } = await caller.write(async (w) =>
          jobs.add(w, ADD_LANGUAGE, {
            projectId: project.id,
            payload: { tag, fallback: await fallbackOf(w, project, { tag, asked }) },
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
          fallback: await fallbackOf(w, project, { tag, asked }),
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
      return read((r, { project }) => presentProject(r, project))
    },

    async remove({ caller, write }) {
      return write(async (w, { project, language: { tag } }) => {
        if (tag === project.sourceLanguage) throw new Failure('not-allowed', { reason: 'source-language' })
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

/**
 * Returns the fallback of a new language: the one that is asked for; if none is named, the language of the project with
 * the shorter tag, such as `pt` for `pt-BR`.
 */
async function fallbackOf(
  r: Reader,
  project: ProjectRow,
  { tag, asked }: { readonly tag: string; readonly asked: string | null | undefined },
): Promise<string | null> {
  if (asked === undefined) {
    const shorter = shorterTag(
      tag,
      (await listLanguages(r, project.id)).map((row) => row.tag),
    )
    // Every chain ends with the source language.
    return shorter === project.sourceLanguage ? null : shorter
  }
  if (asked !== null) await requireFallback(r, project, { tag, fallback: asked })
  return asked
}

async function requireFallback(
  r: Reader,
  project: ProjectRow,
  { tag, fallback }: { readonly tag: string; readonly fallback: string },
): Promise<void> {
  if (fallback === tag)
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/fallback', code: 'itself' }] })
  await requireLanguage(r, project, fallback)
}
