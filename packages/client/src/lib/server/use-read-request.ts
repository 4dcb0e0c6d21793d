import { type UseMutationOptions, useMutation } from '@tanstack/react-query'

/**
 * A request that a person starts and that changes nothing, such as a scan, a test or a download. `useMutation` is for
 * changes: the status shows them as *Saving…*.
 */
export function useReadRequest<Data, Asked = void>(
  options: Omit<UseMutationOptions<Data, Error, Asked>, 'meta'>,
) {
  return useMutation({ ...options, meta: { reads: true } })
}
