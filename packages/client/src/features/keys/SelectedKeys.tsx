import type { GridRow, ProjectReply } from '@dragoman/contract'
import { useState } from 'react'
import { type BulkAct, BulkBar } from './grid/BulkBar.tsx'
import { ActDialog } from './key/ActDialog.tsx'
import { RenameDialog } from './key/RenameDialog.tsx'
import { useKeyActs } from './key/use-key-acts.ts'

export type SelectedKeysProps = {
  readonly project: ProjectReply
  readonly keys: ReadonlySet<number>
  /** Languages of the grid. */
  readonly languages: readonly string[]
  readonly rowOf: (keyId: number) => GridRow | undefined
  readonly onDone: (operationId: number | null) => void
  readonly onClear: () => void
}

/** Actions for the selected keys, and the dialogs that ask for more. */
export function SelectedKeys({ project, keys, languages, rowOf, onDone, onClear }: SelectedKeysProps) {
  const [dialog, setDialog] = useState<BulkAct | null>(null)
  const acts = useKeyActs(project.slug, onDone)
  const ids = [...keys]
  const rows = ids.flatMap((id) => rowOf(id) ?? [])
  const [only] = rows
  const close = () => setDialog(null)
  return (
    <>
      <BulkBar
        count={keys.size}
        isBusy={acts.isPending}
        assign={{
          select: { keys: ids },
          count: keys.size,
          languages: languages.filter((tag) => tag !== project.sourceLanguage),
          namespaces: [...new Set(rows.map(({ key }) => key.namespace))],
          goal: 'translated',
        }}
        onAct={(act) => {
          acts.reset()
          setDialog(act)
        }}
        onClear={onClear}
        onDelete={() => acts.mutate({ ids, act: { kind: 'remove' } })}
      />
      {dialog === 'rename' && keys.size === 1 && only !== undefined ? (
        <RenameDialog project={project} keyNow={only.key} row={only} onDone={onDone} onClose={close} />
      ) : null}
      {dialog === 'tag' || dialog === 'move' ? (
        <ActDialog
          act={dialog}
          count={keys.size}
          namespaces={project.namespaces.map(({ name }) => name)}
          error={acts.error}
          isBusy={acts.isPending}
          onAct={(act) => acts.mutate({ ids, act })}
          onClose={close}
        />
      ) : null}
    </>
  )
}
