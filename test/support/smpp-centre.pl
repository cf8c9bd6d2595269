# An SMS centre by Net::SMPP, an implementation of the protocol that shares no code with ours (Debian: libnet-smpp-perl).
# Serves one connection, and prints each message that it receives as a line: its command, then NAME=VALUE, bytes in hex.
# Each accepted text gets a receipt, if one was asked for. The password is "right".
use strict;
use warnings;
use Net::SMPP;

$| = 1;
my $server = Net::SMPP->new_listen('127.0.0.1', port => $ARGV[0], smpp_version => 0x34) or die "no listener: $!";
print "listening\n";
my $client = $server->accept or die "no connection: $!";
my $count = 0;
while (my $pdu = $client->read_pdu) {
    my $cmd = $pdu->cmd;
    if ($cmd == Net::SMPP::CMD_bind_transceiver) {
        my $status = $pdu->{password} eq 'right' ? 0 : 0x0e;
        print "bind system_id=$pdu->{system_id} version=$pdu->{interface_version}\n";
        $client->bind_transceiver_resp(seq => $pdu->seq, status => $status, system_id => 'centre');
    } elsif ($cmd == Net::SMPP::CMD_submit_sm) {
        my $text = unpack('H*', $pdu->{message_payload} // $pdu->{short_message});
        print join(' ', 'submit', (map { "$_=$pdu->{$_}" } qw(
            source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi destination_addr
            esm_class data_coding registered_delivery)), "text=$text"), "\n";
        my $id = sprintf('C%d', ++$count);
        $client->submit_sm_resp(seq => $pdu->seq, status => 0, message_id => $id);
        next unless $pdu->{registered_delivery};
        $client->deliver_sm(async => 1, source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
            esm_class => 4, data_coding => 0,
            short_message => "id:$id sub:001 dlvrd:001 submit date:2611291200 done date:2611291201 stat:DELIVRD err:000 text:");
    } elsif ($cmd == Net::SMPP::CMD_enquire_link) {
        $client->enquire_link_resp(seq => $pdu->seq, status => 0);
    } elsif ($cmd == Net::SMPP::CMD_deliver_sm_resp) {
        print "receipt status=", $pdu->status, "\n";
    } elsif ($cmd == Net::SMPP::CMD_unbind) {
        print "unbind\n";
        $client->unbind_resp(seq => $pdu->seq, status => 0);
        last;
    } else {
        print "other $cmd\n";
    }
}
