import { DIFFICULT_TEXTS } from '../../../scripts/lib/difficult-texts.ts'
import type { ProjectRow, Store } from '../src/index.ts'
import { applied, newKey, sampleProject } from './sample.ts'

export { DIFFICULT_TEXTS }

/** Difficult texts that can be the name of a key. */
export const DIFFICULT_NAMES = DIFFICULT_TEXTS.filter(([, text]) => text !== '' && text.length <= 1024)

/** Difficult texts that contain a word to search for, with the title of the key that contains it. */
export const DIFFICULT_WORDS = DIFFICULT_TEXTS.filter(([, text]) => text !== '').map(
  ([title, text]): readonly [title: string, word: string] => [title, text.slice(0, 1000)],
)

/** Namespaces in all scripts; the keys of `NAMED` are named after `DIFFICULT_NAMES`. */
export const TEXTS = 'größe'
export const NAMED = 'مرحبًا/__proto__'

/**
 * Creates a project with the languages `en` and `de`, a key for each difficult text, which is its source and its
 * translation, and a key for each difficult name.
 */
export async function difficultProject(store: Store): Promise<ProjectRow> {
  const project = await sampleProject(store, ['de'])
  await applied(store, project.id, [
    ...DIFFICULT_TEXTS.map(([title, text]) => newKey(TEXTS, title, { en: text, de: text })),
    ...DIFFICULT_NAMES.map(([, name]) => ({ ...newKey(NAMED, name, { en: 'Name' }), path: [name] })),
  ])
  return project
}
