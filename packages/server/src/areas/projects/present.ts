import type { ListedProject, ProjectReply } from '@dragoman/contract'
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
import { idOf } from '../../live/stream.ts'

export async function presentProject(r: Reader, project: ProjectRow): Promise<ProjectReply> {
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
        : { slug: parent.slug, name: parent.name, branch: branch.branch },
    isSample: settings.isSample,
    createdAt,
    revision,
    lastEventId: idOf(await newestEvent(r)),
  }
}

export async function presentListed(r: Reader, project: ProjectRow): Promise<ListedProject> {
  const { id, slug, name, sourceLanguage, createdAt, settings } = project
  const { description, website } = settings
  const branches: ListedProject['branches'] = []
  for (const { projectId, slug, branch, state } of await listBranches(r, project.id)) {
    if (state === 'closed') continue
    const { keys, done } = await progressOf(r, { id: projectId, sourceLanguage })
    branches.push({ id: projectId, slug, branch, keys, done })
  }
  const progress = await progressOf(r, project)
  return { id, slug, name, sourceLanguage, createdAt, description, website, branches, ...progress }
}

/** Returns the number of keys and languages, and the share of translations that have text. */
async function progressOf(
  r: Reader,
  { id, sourceLanguage }: Pick<ProjectRow, 'id' | 'sourceLanguage'>,
): Promise<Pick<ListedProject, 'keys' | 'languages' | 'done'>> {
  const counts = await countsByLanguage(r, id)
  let total = 0
  let untranslated = 0
  for (const [tag, count] of counts) {
    if (tag === sourceLanguage) continue
    total += count.total
    untranslated += count.untranslated
  }
  const keys = counts.get(sourceLanguage)?.total ?? 0
  return {
    keys,
    languages: counts.size,
    done: total === 0 ? 0 : (total - untranslated) / total,
  }
}
