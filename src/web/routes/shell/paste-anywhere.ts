import { ClipboardPaste } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '../../elements/toasts.tsx'
import { takePasted, takePastedFile } from '../../exchange/pasted.ts'

/** What is pasted outside of any field is offered to be inspected; on the Inspect screen it is taken at once. */
export function usePasteAnywhere(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    const take = ({ target, clipboardData, defaultPrevented }: ClipboardEvent) => {
      const writing = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
      if (writing || defaultPrevented) return
      const [file] = clipboardData?.files ?? []
      const text = clipboardData?.getData('text/plain') ?? ''
      if (!file && text.trim() === '') return
      const inspect = () => (file ? void takePastedFile(file) : takePasted(text))
      if (pathname === '/inspect') return inspect()
      showToast({
        title: 'Inspect what you pasted?',
        more: 'It stays in this browser.',
        action: {
          label: 'Inspect',
          Icon: ClipboardPaste,
          do: () => {
            inspect()
            void navigate('/inspect')
          },
        },
      })
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [navigate, pathname])
}
