export default function Page() {
  return (
    <main id="main">
      <h1>landing</h1>
    </main>
  );
}
