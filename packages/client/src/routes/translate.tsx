import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rememberLanguage } from '../app/shell/last-language.ts'
import { overviewQueries } from '../features/overview/queries.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { Editor } from '../features/translations/Editor.tsx'
import { UnknownLanguage } from '../features/translations/UnknownLanguage.tsx'
import { useEditorTitle } from '../features/translations/use-editor-title.ts'
import { OwnIdContext } from '../lib/access/own-id.ts'
import { useDocumentTitle } from '../lib/page/document-title.ts'

/** The editor of one language. Filter, open string and side panel are in the address. */
export function TranslateRoute() {
  const { project: slug, language } = useParams({ from: '/p/$project/translate/$language' })
  const search = useSearch({ from: '/p/$project/translate/$language' })
  const navigate = useNavigate()
  const router = useRouter()
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  // Only the menu of languages shows it: while that is closed, no save has it asked for again.
  const [isChoosing, setIsChoosing] = useState(false)
  const overview = useQuery({ ...overviewQueries.get(slug), enabled: isChoosing })
  const session = useQuery(sessionQueries.get())
  useDocumentTitle(useEditorTitle(language, search.q ?? ''))
  const isKnown = project.languages.some(({ tag }) => tag === language)
  useEffect(() => {
    if (isKnown) rememberLanguage(slug, language)
  }, [slug, language, isKnown])

  if (!isKnown) return <UnknownLanguage project={project} language={language} />

  return (
    <OwnIdContext value={session.data?.actor?.id ?? null}>
      <Editor
        key={language}
        project={project}
        language={language}
        search={search}
        languageCounts={overview.data?.languages}
        onChoosingLanguage={setIsChoosing}
        onSearch={(next, how) => {
          // A list that arrives while another screen is on its way must not call the reader back
          if (how === 'replace' && router.latestLocation.pathname !== `/p/${slug}/translate/${language}`)
            return
          void navigate({
            to: '/p/$project/translate/$language',
            params: { project: slug, language },
            search: next,
            replace: how === 'replace',
          })
        }}
        onLanguage={(next) =>
          void navigate({
            to: '/p/$project/translate/$language',
            params: { project: slug, language: next },
            search: search.q === undefined ? {} : { q: search.q },
          })
        }
      />
    </OwnIdContext>
  )
}
