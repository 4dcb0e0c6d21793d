import type { ProjectReply } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { LanguageField } from '../../components/LanguageField.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import table from '../../ui/Table.module.css'
import { languageMutations } from './queries.ts'
import styles from './Settings.module.css'

const NONE = '-'

/** Languages of the project and their fallbacks. */
export function LanguagesSection({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('languages.manage')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project.slug)
  const [wanted, setWanted] = useState<string | null>(null)
  const [added, setAdded] = useState(0)
  const taken = useMemo(() => new Set(project.languages.map(({ tag }) => tag)), [project.languages])
  const refresh = () => client.invalidateQueries({ queryKey: projectKey(project.slug) })

  const add = useMutation({
    mutationFn: (language: string) => languageMutations.add(project.slug, language),
    onSuccess: async (outcome, language) => {
      setWanted(null)
      setAdded((count) => count + 1)
      if (outcome === 'added') showToast(t('languageAdded', { language: formats.languageName(language) }))
      await refresh()
    },
  })
  const change = useMutation({
    mutationFn: ({ language, fallback }: { readonly language: string; readonly fallback: string | null }) =>
      languageMutations.setFallback(project.slug, language, fallback),
    onSuccess: refresh,
    onError: (error) => showToast(failureText(error), { tone: 'problem' }),
  })
  const remove = useMutation({
    mutationFn: (language: string) => languageMutations.remove(project.slug, language),
    onSuccess: async ({ operation }, language) => {
      undoToast(t('languageRemoved', { language: formats.languageName(language) }), operation)
      await refresh()
    },
    onError: (error) => showToast(failureText(error), { tone: 'problem' }),
  })

  return (
    <section>
      <h2>{t('languages')}</h2>
      <div className={table.frame}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('language')}</th>
              <th>{t('fallback')}</th>
              <th>
                <span className="visually-hidden">{t('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {project.languages.map(({ tag: language, fallback }) => (
              <tr key={language}>
                <td>
                  <b className={styles.name}>
                    <bdi lang={language} dir={directionOf(language)}>
                      {endonym(language)}
                    </bdi>
                  </b>{' '}
                  <code className="muted">{language}</code>
                </td>
                {language === project.sourceLanguage ? (
                  <td className="muted" colSpan={2}>
                    {t('isSource')}
                  </td>
                ) : (
                  <>
                    <td>
                      <Select
                        label={t('fallbackOf', { language: formats.languageName(language) })}
                        labelHidden
                        isDisabled={refusal !== null}
                        value={fallback ?? NONE}
                        onChange={(id) => change.mutate({ language, fallback: id === NONE ? null : id })}
                        options={[
                          { id: NONE, name: t('fallbackSource') },
                          ...project.languages
                            .filter((other) => other.tag !== language && other.tag !== project.sourceLanguage)
                            .map((other) => ({
                              id: other.tag,
                              name: formats.languageName(other.tag),
                              note: other.tag,
                            })),
                        ]}
                      />
                    </td>
                    <td className={table.number}>
                      <IconButton
                        label={t('removeLanguage', { language: formats.languageName(language) })}
                        size="small"
                        refusal={refusal}
                        isDisabled={remove.isPending}
                        onPress={() => remove.mutate(language)}
                      >
                        <Trash2 aria-hidden="true" />
                      </IconButton>
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form
        className={styles.addLine}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== null && refusal === null) add.mutate(wanted)
        }}
      >
        <LanguageField
          key={added}
          autoFocus={added > 0}
          label={t('addLanguage')}
          value={wanted}
          onChange={setWanted}
          taken={taken}
        />
        <Button type="submit" refusal={refusal} isDisabled={wanted === null} isPending={add.isPending}>
          {t('add')}
        </Button>
      </form>
      <ErrorLine error={add.error} />
    </section>
  )
}
