import type { OverviewReply } from '@dragoman/contract'
import { directionOf, doneShare } from '@dragoman/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StateBar } from '../../components/StateBar.tsx'
import { StateMark } from '../../components/StateMark.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import styles from './Overview.module.css'

/** Each language with its progress and remaining work. */
export function LanguageTable({
  project,
  languages,
}: {
  readonly project: string
  readonly languages: OverviewReply['languages']
}) {
  const { t } = useTranslation(['overview', 'common'])
  const formats = useFormats()
  return (
    <>
      <Table
        label={t('languages')}
        columns={[
          { id: 'language', name: t('language') },
          { id: 'progress', name: t('progress'), className: styles.progress },
          { id: 'left', name: t('left'), isNumber: true },
          { id: 'failing', name: t('failing'), isNumber: true },
          { id: 'done', name: t('done'), isNumber: true },
        ]}
      >
        {languages.map(({ tag, counts }) => (
          <tr key={tag}>
            <td>
              <Link
                to="/p/$project/translate/$language"
                params={{ project, language: tag }}
                search={{}}
                className={styles.language}
              >
                <bdi lang={tag} dir={directionOf(tag)}>
                  {endonym(tag)}
                </bdi>
                <small>{formats.languageName(tag)}</small>
              </Link>
            </td>
            <td>
              <StateBar counts={counts} />
              {counts.outdated === 0 ? null : (
                <small className={styles.outdated}>
                  <StateMark state="outdated" /> {formats.number(counts.outdated)}
                </small>
              )}
            </td>
            <td className={table.number}>{formats.number(counts.untranslated + counts.draft)}</td>
            <td className={table.number}>{formats.number(counts.failing)}</td>
            <td className={table.number}>{formats.percent(doneShare(counts))}</td>
          </tr>
        ))}
      </Table>
      <ul className={styles.legend} aria-hidden="true">
        {(['reviewed', 'translated', 'draft', 'untranslated', 'outdated'] as const).map((state) => (
          <li key={state}>
            <StateMark state={state} named="beside" /> {t(`common:state.${state}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
