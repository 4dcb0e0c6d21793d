import type { JsonMember } from '../source/json.ts'
import type { DraftItem } from '../source/json-draft.ts'

/** The member of a file's root that names its JSON schema, for editors. */
const SCHEMA = '$schema'

/** An address, a path, or the name of a JSON file. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/\S+|\.{0,2}\/\S+|[^\s/]\S*\.json)$/i

/** Returns whether a member of the root names the schema of the file, which is no text to translate. */
export function isSchemaMember(key: string, text: string | null): boolean {
  return key === SCHEMA && text !== null && ADDRESS.test(text)
}

/** Returns whether a member of the root of a file names its schema. */
export function isSchema({ key, value }: Pick<JsonMember, 'key' | 'value'>): boolean {
  return isSchemaMember(key, value.kind === 'string' ? value.value : null)
}

/** The same for a member of the root while the file is being edited. */
export function isSchemaItem({ key, value }: DraftItem): boolean {
  return isSchemaMember(key ?? '', value.kind === 'leaf' ? value.text : null)
}
