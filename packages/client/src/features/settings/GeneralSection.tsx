import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape, LIMITS, readWebsite } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { MESSAGE_SYNTAXES, PLAIN_SYNTAX } from '../../lib/text/message-syntaxes.ts'
import { Button } from '../../ui/Button.tsx'
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
  const [name, setName] = useState(project.name)
  const [slug, setSlug] = useState(project.slug)
  const [description, setDescription] = useState(project.settings.description)
  const [website, setWebsite] = useState(project.settings.website ?? '')
  const restore = useProjectUpdate(project.slug, (next) => {
    setName(next.name)
    setDescription(next.settings.description)
    setWebsite(next.settings.website ?? '')
    showToast(t('sharing.undone'))
  })
  const update = useProjectUpdate(project.slug, (next) => {
    setDescription(next.settings.description)
    setWebsite(next.settings.website ?? '')
    // Under another URL name, this screen is another one.
    if (next.slug !== project.slug) {
      showToast(t('saved'))
      return onMoved(next.slug)
    }
    const { name, syntax, settings } = project
    const { description, website } = settings
    showToast(t('saved'), {
      action: undoAction(t('sharing.undo'), () =>
        restore.mutate({ name, syntax, settings: { description, website } }),
      ),
    })
  })
  const isSlugFine = hasSlugShape(slug)
  const address = website.trim() === '' ? null : readWebsite(website)
  const isWebsiteFine = website.trim() === '' || address !== null
  const isChanged =
    name.trim() !== project.name ||
    slug !== project.slug ||
    description.trim() !== project.settings.description ||
    address !== project.settings.website
  const isReady = isChanged && isSlugFine && isWebsiteFine && name.trim() !== ''
  return (
    <section>
      <h2>{t('general')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) update.mutate({ name: name.trim(), slug, settings: { description, website: address } })
        }}
      >
        <ErrorLine error={update.error} />
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={100}
          isRequired
          isReadOnly={refusal !== null}
        />
        <TextField
          label={t('description')}
          value={description}
          onChange={setDescription}
          rows={3}
          dir="auto"
          maxLength={LIMITS.projectDescriptionMax}
          isReadOnly={refusal !== null}
          hint={t('descriptionHint')}
        />
        <TextField
          label={t('website')}
          inputMode="url"
          value={website}
          onChange={setWebsite}
          code
          maxLength={LIMITS.webAddressMax}
          isReadOnly={refusal !== null}
          hint={t('websiteHint')}
          problem={isWebsiteFine ? undefined : t('websiteRule')}
        />
        <TextField
          label={t('address')}
          value={slug}
          onChange={setSlug}
          code
          isRequired
          isReadOnly={refusal !== null}
          hint={slug === project.slug ? t('addressHint') : t('addressMoves')}
          problem={isSlugFine ? undefined : t('addressRule')}
        />
        <Button type="submit" refusal={refusal} isDisabled={!isReady} isPending={update.isPending}>
          {t('common:save')}
        </Button>
      </form>
      <div className="form">
        <Select
          label={t('placeholders')}
          hint={t('placeholdersHint')}
          isDisabled={refusal !== null}
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
