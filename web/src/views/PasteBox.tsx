// A field to paste into, for browsers that do not give the clipboard away, and the way to a file.
import { openFile, pasteOpen, takeText } from '../intake';
import { Dialog } from './Dialog';
import { Button, IconButton } from './parts';

export function PasteBox() {
  if (!pasteOpen.value) return null;
  const close = () => (pasteOpen.value = false);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    close();
    takeText(text, 'pasted');
  };
  return (
    <Dialog label="Paste or open" class="sheet paste" onClose={close}>
      <div class="pane-head"><h2>Paste or open</h2><span class="grow" /><IconButton icon="close" label="Close" onClick={close} /></div>
      <div class="paste-body">
        <textarea aria-label="Paste here" placeholder="Paste a definition, a script or a bug report here (Ctrl+V)" autofocus spellcheck={false}
          onPaste={onPaste} id="paste-field" />
        <p class="quiet">Cleave takes the definition, inputs and versions, and says what it ignored. Nothing leaves this page.</p>
        <div class="paste-foot">
          <Button primary onClick={() => {
            const { value } = document.getElementById('paste-field') as HTMLTextAreaElement;
            close();
            takeText(value, 'pasted');
          }}>Take this text</Button>
          <Button onClick={() => { close(); openFile(); }}>Open file</Button>
        </div>
      </div>
    </Dialog>
  );
}
