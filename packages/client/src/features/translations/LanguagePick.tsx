import type { OverviewReply, ProjectReply } from '@dragoman/contract'
import { isReadOnlyIn, ownFirst } from '@dragoman/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../../components/LanguageMenu.tsx'
import { StateBar, type StateCounts } from '../../components/StateBar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { MenuRow } from '../../ui/Menu.tsx'
import styles from './LanguagePick.module.css'

export type LanguagePickProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly counts: StateCounts | undefined
  /** Counts of every language, for the menu. */
  readonly all: OverviewReply['languages'] | undefined
  /** Called when the menu opens and closes: `all` is only needed while it is open. */
  readonly onChoosing: (isChoosing: boolean) => void
  readonly onPick: (language: string) => void
}

/** The target language with its progress; opens a menu to switch to another. */
export const LanguagePick = memo(function LanguagePick({
  project,
  language,
  counts,
  all,
  onChoosing,
  onPick,
}: LanguagePickProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const work = useWork(project)
  const tags = ownFirst(
    project.languages.map(({ tag }) => tag),
    work,
  )
  const shareOf = (one: StateCounts) => (one.total === 0 ? 0 : (one.total - one.untranslated) / one.total)
  return (
    <>
      <LanguageMenu
        label={t('language.label')}
        language={language}
        languageLabel={t('language.current', { language: endonym(language) })}
        onOpenChange={onChoosing}
        onLanguage={onPick}
      >
        {tags.map((tag) => {
          const own = all?.find((one) => one.tag === tag)?.counts
          return (
            <MenuRow
              key={tag}
              id={tag}
              textValue={formats.languageName(tag)}
              note={
                tag === project.sourceLanguage
                  ? t('language.source')
                  : isReadOnlyIn(work, tag)
                    ? t('language.readOnly')
                    : own === undefined
                      ? tag
                      : formats.percent(shareOf(own))
              }
            >
              <bdi>{formats.languageName(tag)}</bdi>
            </MenuRow>
          )
        })}
      </LanguageMenu>
      {counts === undefined ? null : (
        <span className={styles.progress}>
          <StateBar counts={counts} width="short" />
          <span className={styles.share}>{formats.percent(shareOf(counts))}</span>
        </span>
      )}
    </>
  )
})
