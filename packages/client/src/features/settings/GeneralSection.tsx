import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape, LIMITS, readWebsite } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { MESSAGE_SYNTAXES, PLAIN_SYNTAX } from '../../lib/text/message-syntaxes.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type ProjectChange, useProjectUpdate } from './queries.ts'

export type GeneralSectionProps = {
  readonly project: ProjectReply
  readonly onMoved: (slug: string) => Promise<void>
}

/**
 * Name, description, website, URL name and message syntax. A new URL name changes every link to the project, which is pointed out.
 */
export function GeneralSection({ project, onMoved }: GeneralSectionProps) {
  const { t } = useTranslation(['settings', 'common'])
  const refusal = useAccess().onProject('project.manage')
  const isReadOnly = refusal !== null
  const { fields, bind, keep } = useTyped(fieldsOf(project))
  const update = useSave(project, onMoved)
  const change = changeOf(fields, project)
  const save = () => change !== null && update.mutate(change, { onSuccess: keep })
  return (
    <section>
      <h2>{t('general')}</h2>
      <Form className="form" onSubmit={save}>
        <ErrorLine error={update.error} />
        <TextField
          label={t('name')}
          {...bind('name')}
          maxLength={LIMITS.nameMax}
          isRequired
          isReadOnly={isReadOnly}
        />
        <TextField
          label={t('description')}
          {...bind('description')}
          rows={3}
          dir="auto"
          maxLength={LIMITS.projectDescriptionMax}
          isReadOnly={isReadOnly}
          hint={t('descriptionHint')}
        />
        <TextField
          label={t('website')}
          inputMode="url"
          {...bind('website')}
          code
          maxLength={LIMITS.webAddressMax}
          isReadOnly={isReadOnly}
          hint={t('websiteHint')}
          problem={websiteOf(fields) === undefined ? t('websiteRule') : undefined}
        />
        <TextField
          label={t('address')}
          {...bind('slug')}
          code
          isRequired
          isReadOnly={isReadOnly}
          hint={fields.slug === project.slug ? t('addressHint') : t('addressMoves')}
          problem={hasSlugShape(fields.slug) ? undefined : t('addressRule')}
        />
        <Button type="submit" refusal={refusal} isDisabled={change === null} isPending={update.isPending}>
          {t('common:save')}
        </Button>
      </Form>
      <div className="form">
        <Select
          label={t('placeholders')}
          hint={t('placeholdersHint')}
          isDisabled={isReadOnly}
          value={(update.isPending ? update.variables.syntax : undefined) ?? project.syntax}
          onChange={(syntax) => update.mutate({ syntax })}
          options={[
            ...MESSAGE_SYNTAXES.map(({ id, name, example }) => ({ id, name, note: <code>{example}</code> })),
            { id: PLAIN_SYNTAX, name: t('placeholdersNone') },
          ]}
        />
      </div>
    </section>
  )
}

type GeneralFields = Readonly<Record<'name' | 'slug' | 'description' | 'website', string>>

function fieldsOf({ name, slug, settings: { description, website } }: ProjectReply): GeneralFields {
  return { name, slug, description, website: website ?? '' }
}

/** Returns the website as it is stored; null: none, undefined: it is not a URL. */
function websiteOf({ website }: GeneralFields): string | null | undefined {
  return website.trim() === '' ? null : (readWebsite(website) ?? undefined)
}

/** Returns the fields as typed; those that were not touched show what is stored, also when that changes. */
function useTyped(stored: GeneralFields) {
  const [typed, setTyped] = useState<Partial<GeneralFields>>({})
  const fields = { ...stored, ...typed }
  const bind = (name: keyof GeneralFields) => ({
    value: fields[name],
    onChange: (value: string) =>
      setTyped(({ [name]: _, ...others }) =>
        value === stored[name] ? others : { ...others, [name]: value },
      ),
  })
  /** What was typed is stored now, unless more was typed since. */
  const keep = () => setTyped((now) => (now === typed ? {} : now))
  return { fields, bind, keep }
}

/** Returns the changed fields, which are sent; null if there are none, or one is wrong. */
function changeOf(fields: GeneralFields, { name, slug, settings }: ProjectReply): ProjectChange | null {
  const website = websiteOf(fields)
  const typedName = fields.name.trim()
  if (website === undefined || typedName === '' || !hasSlugShape(fields.slug)) return null
  const { description } = fields
  const change = {
    ...(typedName === name ? {} : { name: typedName }),
    ...(fields.slug === slug ? {} : { slug: fields.slug }),
  }
  const changedSettings = {
    ...(description.trim() === settings.description ? {} : { description }),
    ...(website === settings.website ? {} : { website }),
  }
  if (Object.keys(changedSettings).length > 0) return { ...change, settings: changedSettings }
  return Object.keys(change).length > 0 ? change : null
}

/** Returns the change that restores what another one has changed. */
function reverseOf(
  change: ProjectChange,
  { name, syntax, settings: { description, website } }: ProjectReply,
): ProjectChange {
  return {
    ...(change.name === undefined ? {} : { name }),
    ...(change.syntax === undefined ? {} : { syntax }),
    settings: {
      ...(change.settings?.description === undefined ? {} : { description }),
      ...(change.settings?.website === undefined ? {} : { website }),
    },
  }
}

/** Saves changes, and offers to undo them. */
function useSave(project: ProjectReply, onMoved: GeneralSectionProps['onMoved']) {
  const { t } = useTranslation(['settings', 'common'])
  const restore = useProjectUpdate(project, () => showToast(t('common:undone')), useFailureToast())
  return useProjectUpdate(project, async (next, change, before) => {
    // Under another URL name, this screen is another one.
    if (next.slug !== project.slug) {
      await onMoved(next.slug)
      showToast(t('saved'))
      return
    }
    const reverse = reverseOf(change, before)
    showToast(t('saved'), { action: undoAction(t('common:undo'), () => restore.mutate(reverse)) })
  })
}
