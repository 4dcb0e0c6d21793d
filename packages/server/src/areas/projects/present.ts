import type { ListedProject, ProjectReply } from '@dragoman/contract'
import { doneShare } from '@dragoman/core'
import {
  branchOfProject,
  countsByLanguage,
  hasKeySyntaxes,
  listBranches,
  listLanguages,
  listNamespaces,
  newestEvent,
  type ProjectRow,
  projectById,
  type Reader,
} from '@dragoman/store'
import { foundProject } from '../../access/require-rows.ts'
import { idOf } from '../../live/stream.ts'

/**
 * Presents a project. Live events are followed from its `lastEventId`, so everything else is read after that: what it
 * does not contain comes with a later event. Throws `not-found`.
 */
export async function presentProject(r: Reader, projectId: number): Promise<ProjectReply> {
  const lastEvent = await newestEvent(r)
  const project = foundProject(await projectById(r, projectId))
  const languages = await listLanguages(r, project.id)
  const namespaces = await listNamespaces(r, project.id)
  const branch = project.parentId === null ? null : await branchOfProject(r, project.id)
  const parent = project.parentId === null ? null : await projectById(r, project.parentId)
  const { id, slug, name, sourceLanguage, syntax, settings, sharing, createdAt, revision } = project
  return {
    id,
    slug,
    name,
    sourceLanguage,
    syntax,
    namesSyntaxes: await hasKeySyntaxes(r, project.id),
    languages: languages.map(({ tag, fallback }) => ({ tag, fallback })),
    namespaces: namespaces.map(({ name, keys }) => ({ name, keys })),
    settings: {
      deliverFallback: settings.deliverFallback,
      deliverPublic: settings.deliverPublic,
      reviewOwn: settings.reviewOwn,
      visitorAddress: settings.visitorAddress,
      showNames: settings.showNames,
      indexed: settings.indexed,
      description: settings.description,
      website: settings.website,
    },
    sharing,
    branchOf:
      parent === null || branch === null
        ? null
        : { id: parent.id, slug: parent.slug, name: parent.name, branch: branch.branch },
    isSample: settings.isSample,
    createdAt,
    revision,
    lastEventId: idOf(lastEvent),
  }
}

export async function presentListed(r: Reader, project: ProjectRow): Promise<ListedProject> {
  const { id, slug, name, sourceLanguage, createdAt, settings } = project
  const { description, website } = settings
  const branches: ListedProject['branches'] = []
  for (const { projectId, slug, branch, state } of await listBranches(r, project.id)) {
    if (state === 'closed') continue
    const { keys, done, counts } = await progressOf(r, { id: projectId, sourceLanguage })
    branches.push({ id: projectId, slug, branch, keys, done, counts })
  }
  const progress = await progressOf(r, project)
  return { id, slug, name, sourceLanguage, createdAt, description, website, branches, ...progress }
}

/** Returns the number of keys and languages, and how far the translations are. */
async function progressOf(
  r: Reader,
  { id, sourceLanguage }: Pick<ProjectRow, 'id' | 'sourceLanguage'>,
): Promise<Pick<ListedProject, 'keys' | 'languages' | 'done' | 'counts'>> {
  const languages = await countsByLanguage(r, id)
  const counts = { total: 0, untranslated: 0, draft: 0, translated: 0, reviewed: 0 }
  for (const [tag, count] of languages) {
    if (tag === sourceLanguage) continue
    counts.total += count.total
    counts.untranslated += count.untranslated
    counts.draft += count.draft
    counts.translated += count.translated
    counts.reviewed += count.reviewed
  }
  return {
    keys: languages.get(sourceLanguage)?.total ?? 0,
    languages: languages.size,
    // A project that has nothing to translate yet is at its start, not done.
    done: counts.total === 0 ? 0 : doneShare(counts),
    counts,
  }
}
