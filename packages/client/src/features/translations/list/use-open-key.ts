import { useCallback, useEffect, useRef, useState } from 'react'

/** The URL is updated after this pause, so that holding a key is not slowed down by it. */
const URL_AFTER_MS = 150

/**
 * Returns the key of the open string, and a function that opens another one. It opens immediately, and
 * `setKey` updates the URL after a pause. A change of the URL (`key`) that did not start here, such as the
 * back button or a link, opens its string.
 */
export function useOpenKey(
  key: number | null,
  setKey: (key: number | null) => void,
): { readonly keyId: number | null; readonly open: (keyId: number | null) => void } {
  const [keyId, setKeyId] = useState(key)
  const current = useRef(key)
  const seen = useRef(key)
  // Keys that were sent to the URL and are not in it yet: the router takes its time, and another string can
  // be opened meanwhile, which must not be closed by the arrival of the former one.
  const sent = useRef<readonly (number | null)[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  if (key !== seen.current) {
    seen.current = key
    const place = sent.current.indexOf(key)
    sent.current = place === -1 ? [] : sent.current.slice(place + 1)
    if (place === -1 && key !== current.current) {
      current.current = key
      clearTimeout(timer.current)
      if (key !== keyId) setKeyId(key)
    }
  }

  const open = useCallback(
    (next: number | null) => {
      setKeyId(next)
      if (next === current.current) return
      current.current = next
      clearTimeout(timer.current)
      const send = () => {
        sent.current = [...sent.current, next]
        setKey(next)
      }
      if (next === null) send()
      else timer.current = setTimeout(send, URL_AFTER_MS)
    },
    [setKey],
  )

  useEffect(() => () => clearTimeout(timer.current), [])
  return { keyId, open }
}
