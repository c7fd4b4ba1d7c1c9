/** The browser's socket as the connection uses it. */
import type { Transport } from './socket';

export function openWebSocket(path: string): Transport {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${window.location.host}${path}`);
  const transport: Transport = {
    send: (text) => {
      socket.send(text);
    },
    close: () => {
      socket.close();
    },
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => transport.onopen?.();
  socket.onmessage = (event: MessageEvent<unknown>) => transport.onmessage?.({ data: event.data });
  socket.onclose = () => transport.onclose?.();
  return transport;
}
