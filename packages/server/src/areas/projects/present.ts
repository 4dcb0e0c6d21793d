import type { ListedProject, ProjectReply } from '@dragoman/contract'
import {
  countsByLanguage,
  listLanguages,
  listNamespaces,
  type ProjectRow,
  type Reader,
} from '@dragoman/store'

export async function presentProject(r: Reader, project: ProjectRow): Promise<ProjectReply> {
  const languages = await listLanguages(r, project.id)
  const namespaces = await listNamespaces(r, project.id)
  const { slug, name, sourceLanguage, syntax, settings, sharing, createdAt, revision } = project
  return {
    slug,
    name,
    sourceLanguage,
    syntax,
    languages: languages.map(({ tag, fallback }) => ({ tag, fallback })),
    namespaces: namespaces.map(({ name, keys }) => ({ name, keys })),
    settings: {
      deliverFallback: settings.deliverFallback,
      deliverPublic: settings.deliverPublic,
      reviewOwn: settings.reviewOwn,
      visitorAddress: settings.visitorAddress,
      showNames: settings.showNames,
      indexed: settings.indexed,
    },
    sharing,
    isSample: settings.isSample,
    createdAt,
    revision,
  }
}

export async function presentListed(r: Reader, project: ProjectRow): Promise<ListedProject> {
  const counts = await countsByLanguage(r, project.id)
  const { slug, name, sourceLanguage, createdAt } = project
  let total = 0
  let untranslated = 0
  for (const [tag, count] of counts) {
    if (tag === sourceLanguage) continue
    total += count.total
    untranslated += count.untranslated
  }
  const keys = counts.get(sourceLanguage)?.total ?? 0
  return {
    slug,
    name,
    sourceLanguage,
    createdAt,
    keys,
    languages: counts.size,
    done: total === 0 ? 0 : (total - untranslated) / total,
  }
}
