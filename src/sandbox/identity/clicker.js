// A clicker on the page of a demonstration: what it needs refused is cleared first, then its button is pressed.
document.addEventListener('keydown', (event) => {
  if ((event.key !== 'PageDown' && event.key !== 'ArrowRight') || event.repeat) return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const ticked = document.querySelector('[data-cued] input:checked')
  const next = ticked ?? document.querySelector('[data-next]')
  if (!next) return
  event.preventDefault()
  next.click()
  next.focus()
})
