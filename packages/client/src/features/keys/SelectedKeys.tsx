import type { GridRow, ProjectReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { type BulkAct, BulkBar } from './grid/BulkBar.tsx'
import { ActDialog } from './key/ActDialog.tsx'
import { RenameDialog } from './key/RenameDialog.tsx'
import { useKeyActs } from './key/use-key-acts.ts'
import { keyQueries } from './queries.ts'

export type SelectedKeysProps = {
  readonly project: ProjectReply
  readonly keys: ReadonlySet<number>
  /** Languages of the grid. */
  readonly languages: readonly string[]
  readonly rowOf: (keyId: number) => GridRow | undefined
  /** Called with the keys that an action was requested for. */
  readonly onDone: (operationId: number | null, ids: readonly number[]) => void
  readonly onClear: () => void
}

/** Actions for the selected keys, and the dialogs that ask for more. */
export function SelectedKeys({ project, keys, languages, rowOf, onDone, onClear }: SelectedKeysProps) {
  const [dialog, setDialog] = useState<BulkAct | null>(null)
  const [renamed, setRenamed] = useState<GridRow | null>(null)
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const acts = useKeyActs(project.slug, onDone)
  const ids = [...keys]
  const rows = ids.flatMap((id) => rowOf(id) ?? [])
  const close = () => setDialog(null)
  /** The selected row can be scrolled out of sight, and is loaded then. */
  const rename = async (id: number) => {
    try {
      setRenamed(rowOf(id) ?? (await client.fetchQuery(keyQueries.row(project.slug, id))))
      setDialog('rename')
    } catch (error) {
      showFailure(error)
    }
  }
  const only = renamed === null ? null : (rowOf(renamed.key.id) ?? renamed)
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
          const [id] = ids
          if (act === 'rename' && id !== undefined) void rename(id)
          else setDialog(act)
        }}
        onClear={onClear}
        onDelete={() => acts.mutate({ ids, act: { kind: 'remove' } })}
      />
      {dialog === 'rename' && only !== null ? (
        <RenameDialog
          project={project}
          keyNow={only.key}
          row={only}
          onDone={(operation) => onDone(operation, [only.key.id])}
          onClose={close}
        />
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
