import type { GridRow, KeyReply, ProjectReply } from '@dragoman/contract'
import { hasText, LIMITS } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { filesQuery } from '../../../lib/server/files-query.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { keyNameToType, shownKeyName, typedKeyName } from '../../../lib/text/shown-key-name.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { keyMutations } from '../queries.ts'
import styles from './KeyPanel.module.css'
import { NamespaceField } from './NamespaceField.tsx'
import { currentKey } from './use-key-fields.ts'

export type RenameDialogProps = {
  readonly project: ProjectReply
  readonly keyNow: KeyReply
  readonly row: GridRow
  readonly onDone: (operationId: number | null) => void
  readonly onClose: () => void
}

/** Changes name or namespace of a key, after saying what apps lose by it. */
export function RenameDialog({ project, keyNow, row, onDone, onClose }: RenameDialogProps) {
  const { t } = useTranslation('keys')
  // Only a name that the person has seen is replaced: the one when the dialog opened or, once that was refused, the
  // newer one.
  const [opened] = useState(keyNow)
  const [newer, setNewer] = useState<KeyReply | null>(null)
  const base = newer ?? opened
  // Null: as it is, also if someone else changes it.
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [keepOldName, setKeepOldName] = useState(true)
  const name = typed === null ? base.name : typedKeyName(typed, opened.name + base.name)
  const namespace = chosen ?? base.namespace
  const isMoved = namespace !== base.namespace
  const isSame = name === base.name && !isMoved
  const isRenamedByOther = !isSameName(base, opened)
  const rename = useRename({
    project: project.slug,
    base,
    wanted: { name, namespace, keepOldName },
    setNewer,
    onDone,
  })
  const languages = row.translations.filter(({ forms }) => hasText(forms)).map(({ language }) => language)
  const filesOf = useQuery(filesQuery(project.slug))
  const isDisabled = isSame || name === ''
  const submit = () => {
    if (!isDisabled && !rename.isPending) rename.mutate()
  }
  return (
    <FormDialog
      title={t('dialog.rename', { count: 1 })}
      onClose={onClose}
      act={t('do.rename')}
      request={rename}
      error={isRenamedByOther && currentKey(rename.error) !== null ? null : rename.error}
      isDisabled={isDisabled}
    >
      {isRenamedByOther ? (
        <div role="alert">
          <Note tone="warning">
            {t('renaming.theirs')} <code dir="ltr">{`${base.namespace}:${shownKeyName(base.name)}`}</code>
          </Note>
        </div>
      ) : null}
      <Form onSubmit={submit}>
        <TextField
          label={t('field.rename')}
          value={typed ?? keyNameToType(base.name)}
          onChange={(text) => setTyped(text === keyNameToType(base.name) ? null : text)}
          code
          autoFocus
          maxLength={LIMITS.keyNameMax}
        />
      </Form>
      <NamespaceField
        key={base.namespace}
        names={project.namespaces.map((one) => one.name)}
        value={namespace}
        onChange={(next) => setChosen(next === base.namespace ? null : next)}
      />
      {isMoved ? null : (
        <Checkbox isSelected={keepOldName} onChange={setKeepOldName} hint={t('renaming.keepHint')}>
          {t('renaming.keep')}
        </Checkbox>
      )}
      {isSame ? null : (
        <RenameNote
          {...{ base, namespace, name }}
          lostIn={keepOldName && !isMoved ? null : languages}
          hasFiles={filesOf.data?.files.some((file) => file.namespace === base.namespace) === true}
        />
      )}
    </FormDialog>
  )
}

type KeyNamed = Pick<KeyReply, 'namespace' | 'name'>

function isSameName(one: KeyNamed, other: KeyNamed): boolean {
  return one.name === other.name && one.namespace === other.namespace
}

type RenameRequest = Pick<RenameDialogProps, 'onDone'> & {
  readonly project: string
  /** The key as the person has seen it. */
  readonly base: KeyReply
  readonly wanted: KeyNamed & { readonly keepOldName: boolean }
  /** Called with the key as it is now, if the server refuses because of it. */
  readonly setNewer: (key: KeyReply) => void
}

/** Renames or moves a key, also if someone else has changed something other than its name meanwhile. */
function useRename({ project, base, wanted, setNewer, onDone }: RenameRequest) {
  const { t } = useTranslation('keys')
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const send = ({ id, version }: KeyReply) =>
    keyMutations.update(project, id, {
      baseVersion: version,
      ...(wanted.name === base.name ? {} : { name: wanted.name }),
      ...(wanted.namespace === base.namespace ? {} : { namespace: wanted.namespace }),
      keepOldName: wanted.keepOldName,
    })
  return useMutation({
    async mutationFn() {
      try {
        return await send(base)
      } catch (error) {
        const current = currentKey(error)
        if (current === null || !isSameName(current, base)) throw error
        return send(current)
      }
    },
    onError(error) {
      const current = currentKey(error)
      if (current !== null) setNewer(current)
    },
    onSuccess: async ({ operation }) => {
      undoToast(t('acted.rename', { count: 1 }), operation)
      await client.invalidateQueries({ queryKey: projectKey(project) })
      onDone(operation?.id ?? null)
    },
  })
}

type RenameNoteProps = {
  readonly base: KeyReply
  readonly namespace: string
  readonly name: string
  /** Languages in which apps lose the text; null if the old name remains. */
  readonly lostIn: readonly string[] | null
  /** Files of the old namespace are synced. */
  readonly hasFiles: boolean
}

/** The old and new name, and what apps and files lose by it. */
function RenameNote({ base, namespace, name, lostIn, hasFiles }: RenameNoteProps) {
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
          <del>{`${base.namespace}:${shownKeyName(base.name)}`}</del> →{' '}
          <ins>{`${namespace}:${shownKeyName(name)}`}</ins>
        </code>
        <p>
          {t('renaming.safe')} {hasFiles ? t('renaming.files') : null}
        </p>
      </Note>
    </div>
  )
}
