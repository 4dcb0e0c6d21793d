import type { OverviewReply, ProjectReply, TaskReply } from '@dragoman/contract'
import { type OwnTask, type Work, workOf } from '@dragoman/core'
import { useContext, useMemo } from 'react'
import { type Access, AccessContext } from './access.ts'
import { openedLanguage } from './opened-language.ts'

type WorkProject = Pick<ProjectReply, 'slug' | 'sourceLanguage'> & {
  readonly languages: readonly Pick<ProjectReply['languages'][number], 'tag'>[]
}

/** What is left in the project, as far as it is loaded. */
export type KnownWork = {
  readonly overview?: Pick<OverviewReply, 'languages' | 'keys' | 'openConflicts'> | undefined
  /** What is left in each language, where the overview is not loaded. */
  readonly languages?: readonly Pick<OverviewReply['languages'][number], 'tag' | 'left'>[]
  /** Open tasks of the person in this project. */
  readonly tasks?: readonly TaskReply[] | undefined
}

/** Returns what someone can work on in a project, with the preferences of this browser. */
export function workIn(
  access: Access | null,
  { slug, languages, sourceLanguage }: WorkProject,
  { overview, languages: known = overview?.languages, tasks = [] }: KnownWork = {},
): Work {
  const work = workOf(access?.principal ?? null, {
    projectId: access?.projectId ?? 0,
    sourceLanguage,
    languages: languages.map(({ tag }) => tag),
    left: known?.map(({ tag, left }) => ({ language: tag, ...left })) ?? null,
    keys: overview?.keys ?? null,
    openConflicts: overview?.openConflicts ?? 0,
    tasks: tasks.flatMap(ownTasks),
    lastLanguage: openedLanguage(slug),
    spoken: navigator.languages ?? [],
  })
  // Languages are added to the project of a translation branch, not to the branch.
  if (access?.isBranch !== true) return work
  return { ...work, steps: work.steps.filter(({ kind }) => kind !== 'add-language') }
}

/** The same for the person who is looking. Without `known`, only rights and preferences decide. */
export function useWork(project: WorkProject, { overview, tasks }: KnownWork = {}): Work {
  const access = useContext(AccessContext)
  return useMemo(() => workIn(access, project, { overview, tasks }), [access, project, overview, tasks])
}

function ownTasks({ id, goal, languages }: TaskReply): readonly OwnTask[] {
  return languages.map(({ language, done, total }) => ({ id, goal, language, left: total - done }))
}
