import type { GridRow, KeyReply, ProjectReply } from '@dragoman/contract'
import { hasText, LIMITS } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { filesQuery } from '../../../lib/server/files-query.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { keyNameToType, shownKeyName, typedKeyName } from '../../../lib/text/shown-key-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { keyMutations } from '../queries.ts'
import styles from './KeyPanel.module.css'
import { NamespaceField } from './NamespaceField.tsx'

export type RenameDialogProps = {
  readonly project: ProjectReply
  readonly keyNow: KeyReply
  readonly row: GridRow
  readonly onDone: (operationId: number | null) => void
  readonly onClose: () => void
}

/** Changes name or namespace of a key, after saying what apps lose by it. */
export function RenameDialog({ project, keyNow, row, onDone, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['keys', 'common'])
  const client = useQueryClient()
  const undoToast = useUndoToast(project.slug)
  const [typed, setTyped] = useState(keyNameToType(keyNow.name))
  const name = typedKeyName(typed, keyNow.name)
  const [namespace, setNamespace] = useState(keyNow.namespace)
  const [keepOldName, setKeepOldName] = useState(true)
  const isMoved = namespace !== keyNow.namespace
  const isKept = keepOldName && !isMoved
  const languages = row.translations.filter(({ forms }) => hasText(forms)).map(({ language }) => language)
  const filesOf = useQuery(filesQuery(project.slug))
  const isSame = name === keyNow.name && !isMoved
  const rename = useMutation({
    mutationFn: () =>
      keyMutations.update(project.slug, keyNow.id, {
        baseVersion: keyNow.version,
        ...(name === keyNow.name ? {} : { name }),
        ...(isMoved ? { namespace } : {}),
        keepOldName,
      }),
    onSuccess: async ({ operation }) => {
      undoToast(t('keys:acted.rename', { count: 1 }), operation)
      await client.invalidateQueries({ queryKey: projectKey(project.slug) })
      onDone(operation?.id ?? null)
    },
  })
  const submit = () => {
    if (!isSame && name !== '' && !rename.isPending) rename.mutate()
  }
  return (
    <Dialog
      title={t('keys:dialog.rename', { count: 1 })}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isDisabled={isSame || name === ''}
          isPending={rename.isPending}
          onPress={submit}
        >
          {t('keys:do.rename')}
        </Button>
      }
    >
      <Form onSubmit={submit}>
        <TextField
          label={t('keys:field.rename')}
          value={typed}
          onChange={setTyped}
          code
          autoFocus
          maxLength={LIMITS.keyNameMax}
        />
      </Form>
      <NamespaceField
        names={project.namespaces.map((one) => one.name)}
        value={namespace}
        onChange={setNamespace}
      />
      {isMoved ? null : (
        <Checkbox isSelected={keepOldName} onChange={setKeepOldName} hint={t('keys:renaming.keepHint')}>
          {t('keys:renaming.keep')}
        </Checkbox>
      )}
      {isSame ? null : (
        <RenameNote
          {...{ keyNow, namespace, name }}
          lostIn={isKept ? null : languages}
          hasFiles={filesOf.data?.files.some((file) => file.namespace === keyNow.namespace) === true}
        />
      )}
      <ErrorLine error={rename.error} />
    </Dialog>
  )
}

type RenameNoteProps = {
  readonly keyNow: KeyReply
  readonly namespace: string
  readonly name: string
  /** Languages in which apps lose the text; null if the old name remains. */
  readonly lostIn: readonly string[] | null
  /** Files of the old namespace are synced. */
  readonly hasFiles: boolean
}

/** The old and new name, and what apps and files lose by it. */
function RenameNote({ keyNow, namespace, name, lostIn, hasFiles }: RenameNoteProps) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  return (
    <div className={styles.lost} role="status">
      <Note tone={lostIn === null ? 'plain' : 'warning'}>
        <p>
          {lostIn === null
            ? t('renaming.kept')
            : t('renaming.lost', {
                count: lostIn.length,
                languages: formats.list(lostIn.map((tag) => formats.languageName(tag))),
              })}
        </p>
        <code dir="ltr">
          <del>{`${keyNow.namespace}:${shownKeyName(keyNow.name)}`}</del> →{' '}
          <ins>{`${namespace}:${shownKeyName(name)}`}</ins>
        </code>
        <p>
          {t('renaming.safe')} {hasFiles ? t('renaming.files') : null}
        </p>
      </Note>
    </div>
  )
}
