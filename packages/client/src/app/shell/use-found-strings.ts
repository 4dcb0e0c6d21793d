import { FORM_NAMES } from '@dragoman/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { projectQueries } from '../../features/projects/queries.ts'
import { translationQueries } from '../../features/translations/queries.ts'
import { AccessContext } from '../../lib/access/access.ts'
import { workIn } from '../../lib/access/use-work.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'

export type FoundString = {
  readonly keyId: number
  readonly keyName: string
  readonly source: string
  readonly language: string
}

const MOST = 6
/** Shorter texts would match half of the project. */
const LEAST_LETTERS = 2
const RESTED_MS = 120

/** Returns the first strings that the server finds for the typed text; earlier results stay until then. */
export function useFoundStrings(slug: string, text: string): readonly FoundString[] {
  const project = useQuery(projectQueries.get(slug)).data
  const access = useContext(AccessContext)
  const wanted = useRested(text.trim())
  const isWanted = project !== undefined && wanted.length >= LEAST_LETTERS
  const language = project === undefined ? '' : workIn(access, project).translate
  const { data } = useQuery({
    ...translationQueries.page({ project: slug, language, q: wanted }, { limit: MOST }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  if (!isWanted || data === undefined || text.trim() === '') return []
  return data.rows.map(({ key, source }) => ({
    keyId: key.id,
    keyName: `${key.namespace}:${shownKeyName(key.name)}`,
    source: FORM_NAMES.map((form) => source.forms[form]).find((one) => one !== undefined && one !== '') ?? '',
    language,
  }))
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), RESTED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
