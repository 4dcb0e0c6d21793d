import { Failure } from '@dragoman/contract'
import { type ProjectRow, type Reader, type SuggestionRow, suggestionById } from '@dragoman/store'

export async function suggestionOf(r: Reader, project: ProjectRow, id: number): Promise<SuggestionRow> {
  const suggestion = await suggestionById(r, project.id, id)
  if (suggestion === null) throw new Failure('not-found', { what: 'suggestion' })
  return suggestion
}
