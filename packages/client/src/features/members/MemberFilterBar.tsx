import type { ProjectReply } from '@dragoman/contract'
import { PROJECT_ROLES } from '@dragoman/core'
import { CircleHelp, Search } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Select, type SelectProps } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Members.module.css'
import type { MemberFilter } from './queries.ts'

const ANY = ''

export type MemberFilterBarProps = {
  readonly project: ProjectReply
  readonly filter: Omit<MemberFilter, 'show'>
  readonly onFilter: (filter: Omit<MemberFilter, 'show'>) => void
  /** Whether the columns of all languages are shown; null: there are few enough. */
  readonly isWide: boolean | null
  readonly onWide: (isWide: boolean) => void
  readonly onExplain: () => void
}

/** Filters members by words, role, language and namespace. */
export function MemberFilterBar({
  project,
  filter,
  onFilter,
  isWide,
  onWide,
  onExplain,
}: MemberFilterBarProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const finder = useRef<HTMLInputElement>(null)
  const { q, role, language, namespace } = filter
  const id = useId()
  // Only on narrow screens; on wide ones the filters are always there.
  const [isOpen, setIsOpen] = useState(false)
  const used = [role, language, namespace].filter((one) => one !== null).length

  useShortcuts([
    {
      id: 'members.find',
      keys: '/',
      label: 'members:shortcuts.find',
      group: 'members:title',
      run: () => finder.current?.focus(),
    },
  ])

  return (
    <div className={styles.tools}>
      <TextField
        label={t('find')}
        labelHidden
        placeholder={t('find')}
        value={q}
        onChange={(text) => onFilter({ ...filter, q: text })}
        maxLength={100}
        inputRef={finder}
        start={<Search aria-hidden="true" />}
        end={<Kbd keys="/" />}
      />
      <span className={styles.filtersButton}>
        <Button aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
          {t('filters')}
          {used === 0 ? null : ` (${formats.number(used)})`}
        </Button>
      </span>
      <div className={styles.filters} id={id} data-open={isOpen}>
        <OneOrAny
          of="role"
          value={role}
          onChange={(id) => onFilter({ ...filter, role: PROJECT_ROLES.find((one) => one === id) ?? null })}
          options={PROJECT_ROLES.map((id) => ({ id, name: t(`roles.${id}`) }))}
        />
        <OneOrAny
          of="language"
          value={language}
          onChange={(id) => onFilter({ ...filter, language: id })}
          options={project.languages.map(({ tag }) => ({ id: tag, name: formats.languageName(tag) }))}
        />
        <OneOrAny
          of="namespace"
          value={namespace}
          onChange={(id) => onFilter({ ...filter, namespace: id })}
          options={project.namespaces.map(({ name }) => ({ id: name, name }))}
        />
        {isWide === null ? null : (
          <Button aria-pressed={isWide} onPress={() => onWide(!isWide)}>
            {t(isWide ? 'fewerLanguages' : 'allLanguages')}
          </Button>
        )}
      </div>
      <span className="grow" />
      <Button onPress={onExplain}>
        <CircleHelp aria-hidden="true" />
        {t('explain')}
      </Button>
    </div>
  )
}

type OneOrAnyProps = {
  readonly of: 'role' | 'language' | 'namespace'
  /** Null: any. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly options: SelectProps['options']
}

/** Selects one, or any of them. */
function OneOrAny({ of, value, onChange, options }: OneOrAnyProps) {
  const { t } = useTranslation('members')
  return (
    <Select
      labelHidden
      label={t(of)}
      value={value ?? ANY}
      onChange={(id) => onChange(id === ANY ? null : id)}
      options={[{ id: ANY, name: t(`anyOf.${of}`) }, ...options]}
    />
  )
}
