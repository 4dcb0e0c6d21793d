import type { GridRow, KeyReply, ProjectReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { Copy, ExternalLink, PanelRightClose } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { useCopy } from '../../../lib/notices/use-copy.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { KeyField } from './KeyField.tsx'
import styles from './KeyPanel.module.css'
import { KeyUse } from './KeyUse.tsx'
import { PluralKindField } from './PluralKindField.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { TagField } from './TagField.tsx'
import { type KeyFields, useKeyFields } from './use-key-fields.ts'

export type KeyPanelProps = {
  readonly project: ProjectReply
  readonly row: GridRow
  /** Returns the focus to the grid. */
  readonly onClose: () => void
  readonly onOpenEditor: () => void
  /** Opens the panel of a key again, from a notice. */
  readonly onReopen: (keyId: number) => void
  readonly onDone: (operationId: number | null) => void
}

/** The properties of a key, without its texts. Each field is saved on blur. */
export function KeyPanel({ project, row, onClose, onOpenEditor, onReopen, onDone }: KeyPanelProps) {
  const { t } = useTranslation(['keys', 'translations', 'common'])
  const fields = useKeyFields({ project: project.slug, row, onDone, onReopen })
  const [isRenaming, setIsRenaming] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const key = fields.current
  const refusal = useAccess().onText('keys.edit', { language: null, namespace: key.namespace })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another panel
  useEffect(() => panel.current?.querySelector('textarea')?.focus(), [key.id])

  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t('keys:panel.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return
        event.preventDefault()
        onClose()
      }}
    >
      <PanelHead keyNow={key} onClose={onClose} />
      <KeyField
        key={`description ${key.id}`}
        label={t('keys:description')}
        keyNow={key}
        rows={3}
        maxLength={LIMITS.descriptionMax}
        hint={t('keys:descriptionHint')}
        refusal={refusal}
        field={fields.fieldOf('description')}
        textOf={({ description }) => description}
        onSave={(value, base) => fields.save('description', value, { base })}
      />
      <div className={styles.pair}>
        <MaxLengthField key={`length ${key.id}`} {...{ fields, refusal }} />
        <PluralKindField
          value={key.plural}
          onChange={(kind) => void fields.save('plural', kind)}
          isDisabled={refusal !== null}
          hint={refusal ?? t('keys:panel.pluralHint')}
          problem={fields.problems.plural?.text}
        />
      </div>
      <TagField
        key={`tags ${key.id}`}
        keyNow={key}
        field={fields.fieldOf('tags')}
        refusal={refusal}
        onEdit={(edit, onFailed) => void fields.save('tags', edit, { onFailed })}
      />
      <div className={styles.actions}>
        <Button refusal={refusal} onPress={() => setIsRenaming(true)}>
          {t('keys:panel.rename')}
        </Button>
        <Button look="ghost" onPress={onOpenEditor}>
          <ExternalLink aria-hidden="true" />
          {t('keys:openString')}
        </Button>
      </div>
      <KeyUse
        key={`use ${key.id}`}
        project={project.slug}
        keyNow={key}
        aliases={fields.fieldOf('aliases')}
        refusal={refusal}
        onDone={onDone}
      />
      {isRenaming ? (
        <RenameDialog
          project={project}
          keyNow={key}
          row={row}
          onDone={(operation) => {
            setIsRenaming(false)
            onDone(operation)
          }}
          onClose={() => setIsRenaming(false)}
        />
      ) : null}
    </aside>
  )
}

type MaxLengthFieldProps = {
  readonly fields: KeyFields
  readonly refusal: string | null
}

function MaxLengthField({ fields: { current, fieldOf, save }, refusal }: MaxLengthFieldProps) {
  const { t } = useTranslation('keys')
  const shown = ({ maxLength }: KeyReply) => (maxLength === null ? '' : String(maxLength))
  const isLength = (value: string) => /^\s*$|^\s*[1-9]\d{0,4}\s*$/.test(value) && Number(value) <= 50_000
  return (
    <KeyField
      label={t('panel.maxLength')}
      keyNow={current}
      inputMode="numeric"
      hint={t('panel.maxLengthHint')}
      refusal={refusal}
      check={(value) => (isLength(value) ? null : t('panel.notALength'))}
      field={fieldOf('maxLength')}
      textOf={shown}
      onSave={(value, base) => save('maxLength', value.trim() === '' ? null : Number(value), { base })}
    />
  )
}

type PanelHeadProps = { readonly keyNow: KeyReply; readonly onClose: () => void }

/** The name of the key, with buttons to copy it and to close the panel. */
function PanelHead({ keyNow, onClose }: PanelHeadProps) {
  const { t } = useTranslation(['keys', 'translations'])
  const { isCopied, copy } = useCopy()
  const name = shownKeyName(keyNow.name)
  return (
    <header className={styles.head}>
      <code dir="ltr" className={styles.name} title={`${keyNow.namespace}:${name}`}>
        {keyNow.namespace}:<b>{name}</b>
      </code>
      <IconButton
        label={isCopied ? t('translations:pane.copied') : t('translations:pane.copyKey')}
        size="small"
        onPress={() => void copy(`${keyNow.namespace}:${keyNow.name}`)}
      >
        <Copy aria-hidden="true" />
      </IconButton>
      <span className="grow" />
      <IconButton label={t('keys:panel.close')} size="small" keys="Escape" onPress={onClose}>
        <PanelRightClose aria-hidden="true" />
      </IconButton>
    </header>
  )
}
