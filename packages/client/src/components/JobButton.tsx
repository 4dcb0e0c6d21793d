import { JOBS, type Job } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useAccess } from '../lib/access/access.ts'
import { useFailureToast } from '../lib/server/failure-text.ts'
import { Button } from '../ui/Button.tsx'

export type JobButtonProps = {
  readonly job: Job
  readonly label: string
  readonly act: () => Promise<unknown>
  /** It changes nothing on the server. */
  readonly onlyReads?: boolean
  /** It was requested before, perhaps by someone else. */
  readonly isRequested?: boolean
}

/**
 * An action on a job, for those who can start such a job, and undo it if someone else has started it; a failure is shown
 * as a toast.
 */
export function JobButton({ job, label, act, onlyReads = false, isRequested = false }: JobButtonProps) {
  const access = useAccess()
  const refusal = access.onAnything(JOBS[job.kind].action)
  const isForeign = !onlyReads && !access.isOwn(job.startedBy.id)
  const action = useMutation({
    mutationFn: act,
    onError: useFailureToast(),
    meta: { reads: onlyReads },
  })
  return (
    <Button
      size="small"
      isPending={action.isPending || isRequested}
      refusal={refusal ?? (isForeign ? access.onUndo(job.startedBy.id) : null)}
      onPress={() => action.mutate()}
    >
      {label}
    </Button>
  )
}
