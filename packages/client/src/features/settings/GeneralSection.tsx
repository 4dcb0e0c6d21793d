import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape, LIMITS, readWebsite } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { MESSAGE_SYNTAXES, PLAIN_SYNTAX } from '../../lib/text/message-syntaxes.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useProjectUpdate } from './queries.ts'

export type GeneralSectionProps = { readonly project: ProjectReply; readonly onMoved: (slug: string) => void }

/**
 * Name, description, website, URL name and message syntax. A new URL name changes every link to the project, which is pointed out.
 */
export function GeneralSection({ project, onMoved }: GeneralSectionProps) {
  const { t } = useTranslation(['settings', 'common'])
  const refusal = useAccess().onProject('project.manage')
  const isReadOnly = refusal !== null
  const { fields, set, bind } = useFields(() => fieldsOf(project))
  const update = useSave(project, { onSaved: set, onMoved })
  const change = changeOf(fields)
  const isReady = change !== null && isChanged(project, change)
  return (
    <section>
      <h2>{t('general')}</h2>
      <Form className="form" onSubmit={() => isReady && update.mutate(change)}>
        <ErrorLine error={update.error} />
        <TextField label={t('name')} {...bind('name')} maxLength={100} isRequired isReadOnly={isReadOnly} />
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
        <Button type="submit" refusal={refusal} isDisabled={!isReady} isPending={update.isPending}>
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

/** Returns what is sent; null if a field is wrong. */
function changeOf(fields: GeneralFields) {
  const website = websiteOf(fields)
  const name = fields.name.trim()
  const { slug, description } = fields
  if (website === undefined || name === '' || !hasSlugShape(slug)) return null
  return { name, slug, settings: { description, website } }
}

function isChanged(project: ProjectReply, change: NonNullable<ReturnType<typeof changeOf>>): boolean {
  const { description, website } = change.settings
  return (
    change.name !== project.name ||
    change.slug !== project.slug ||
    description.trim() !== project.settings.description ||
    website !== project.settings.website
  )
}

type SaveOf = Pick<GeneralSectionProps, 'onMoved'> & {
  /** Called with what is stored now. */
  readonly onSaved: (fields: Partial<GeneralFields>) => void
}

/** Saves changes, and offers to undo them. */
function useSave(project: ProjectReply, { onSaved, onMoved }: SaveOf) {
  const { t } = useTranslation(['settings', 'common'])
  const restore = useProjectUpdate(project.slug, (next) => {
    const { slug: _, ...stored } = fieldsOf(next)
    onSaved(stored)
    showToast(t('sharing.undone'))
  })
  return useProjectUpdate(project.slug, (next) => {
    const { description, website } = fieldsOf(next)
    onSaved({ description, website })
    // Under another URL name, this screen is another one.
    if (next.slug !== project.slug) {
      showToast(t('saved'))
      return onMoved(next.slug)
    }
    const { name, syntax, settings } = project
    const before = { description: settings.description, website: settings.website }
    showToast(t('saved'), {
      action: undoAction(t('sharing.undo'), () => restore.mutate({ name, syntax, settings: before })),
    })
  })
}
