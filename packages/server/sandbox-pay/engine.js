// What a payment provider's script does, for test payments: opens the payment's page over the page that asked, and says how it ended.
(() => {
  const CONTAINER = 'sandbox_payment';
  const RESULTS = ['complete', 'failed', 'cancelled'];

  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/sandbox-pay/engine.css';
  document.head.append(sheet);

  // `done` gets 'complete', 'failed' or 'cancelled', once. It is a hint for the page: only the notification grants anything.
  window.sandbox_do_onsite_payment = ({ uuid }, done) => {
    document.getElementById(CONTAINER)?.remove();
    const dialog = document.createElement('dialog');
    dialog.id = CONTAINER;
    dialog.setAttribute('aria-label', 'Test payment');
    // Has the focus until the payment's page takes it: an Escape into a page that has no script yet would be lost.
    dialog.tabIndex = -1;
    dialog.autofocus = true;
    const frame = document.createElement('iframe');
    frame.title = 'Test payment';
    frame.src = `/sandbox-pay/${encodeURIComponent(uuid)}`;
    dialog.append(frame);

    let isOver = false;
    const end = (result) => {
      if (isOver) return;
      isOver = true;
      window.removeEventListener('message', listen);
      dialog.close();
      dialog.remove();
      done(result);
    };
    const listen = (event) => {
      if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
      if (event.data?.type === 'sandbox-payment' && RESULTS.includes(event.data.result)) end(event.data.result);
    };
    window.addEventListener('message', listen);
    dialog.addEventListener('close', () => end('cancelled'));
    document.body.append(dialog);
    dialog.showModal();
    // Chromium gives the focus to the frame, whatever `autofocus` says.
    dialog.focus();
  };
})();
