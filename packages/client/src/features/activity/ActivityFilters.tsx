import type { ActorReply } from '@dragoman/contract'
import { OPERATION_KINDS } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Select } from '../../ui/Select.tsx'
import styles from './Activity.module.css'
import type { ActivityFilter } from './queries.ts'

export type ActivityFiltersProps = {
  readonly filter: ActivityFilter
  readonly actors: readonly ActorReply[]
  readonly languages: readonly string[]
  readonly onChange: (filter: ActivityFilter) => void
}

const ANY = ' any'

/** Filters the activity by person, language and kind. */
export function ActivityFilters({ filter, actors, languages, onChange }: ActivityFiltersProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const actorName = useActorName()
  const { actor, language, kind } = filter
  return (
    <section className={styles.filters} aria-label={t('filters')}>
      <Select
        label={t('anyone')}
        labelHidden
        value={actor ?? ANY}
        options={[
          { id: ANY, name: t('anyone') },
          ...actors.map((one) => ({ id: one.id ?? one.name, name: actorName(one) ?? one.name })),
        ]}
        onChange={(id) => {
          const { actor: _, ...others } = filter
          onChange(id === ANY ? others : { ...others, actor: id })
        }}
      />
      <Select
        label={t('anyLanguage')}
        labelHidden
        value={language ?? ANY}
        options={[
          { id: ANY, name: t('anyLanguage') },
          ...languages.map((tag) => ({ id: tag, name: formats.languageName(tag) })),
        ]}
        onChange={(id) => {
          const { language: _, ...others } = filter
          onChange(id === ANY ? others : { ...others, language: id })
        }}
      />
      <Select
        label={t('anyKind')}
        labelHidden
        value={kind ?? ANY}
        options={[
          { id: ANY, name: t('anyKind') },
          ...OPERATION_KINDS.map((id) => ({ id, name: t(`kindName.${id}`) })),
        ]}
        onChange={(id) => {
          const { kind: _, ...others } = filter
          const chosen = OPERATION_KINDS.find((one) => one === id)
          onChange(chosen === undefined ? others : { ...others, kind: chosen })
        }}
      />
    </section>
  )
}
